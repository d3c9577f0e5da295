import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sent } from '#shared/endpoint.ts'
import { startTestPortal } from '#portal/testing.ts'
import { addProducts, type NewProduct } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { inventory } from '#catalog/stock/contract.ts'
import { productEditing } from './contract.ts'
import { assertLedgerSums, buy } from '#catalog/testing-orders.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const colleague = await portal.addUser({ is_admin: true })
const rep = await portal.addUser({ is_sales_rep: true })
const ann = await portal.addUser({ email: 'ann@acme.example', company_name: 'Acme' })
await portal.addUser({ email: 'bob@rival.example', company_name: 'Rival' })

let numbers = 0
const add = async (facts: Partial<NewProduct> = {}) => {
  const number = `55555-${String(++numbers).padStart(4, '0')}-01`
  const [added] = await addProducts(portal.db, [
    {
      name: `Amoxicillin ${numbers}`,
      ndc_number: number,
      category: 'Anti-infectives',
      description: 'Capsules',
      unit_of_measure: 'Bottle',
      price: 10,
      count_in_stock: 100,
      is_published: true,
      ...facts,
    },
  ])
  return { _id: added?._id ?? '', number }
}
const get = async (id: string) => (await portal.call(catalog.byId, { params: { id }, as: admin })).body
const update = (id: string, body: Sent<typeof productEditing.update>['body'], as = admin) =>
  portal.call(productEditing.update, { params: { id }, body, as })

test('a new product is an empty draft that only admins see, and gets its slug with its number', async () => {
  const { status, body } = await portal.call(productEditing.create, { as: admin })
  assert.equal(status, 201)
  assert.equal(body.message, 'Product created successfully')
  assert.equal(body.product._id, body._id)
  assert.deepEqual(
    [body.product.name, body.product.price, body.product.countInStock, body.product.isPublished],
    ['New product', 0, 0, false],
  )
  assert.equal((await portal.call(catalog.byId, { params: { id: body._id }, as: ann })).status, 404)
  const again = await portal.call(productEditing.create, { as: admin })
  assert.notEqual(again.body.product.slug, body.product.slug)

  const early = await update(body._id, { isPublished: true, __v: 1 })
  assert.equal(early.status, 400)
  assert.match(early.body.message ?? '', /required to publish a product/)
  const { status: saved, body: done } = await update(body._id, {
    name: ' Insulin glargine ',
    ndcNumber: '0088-2220-33',
    description: 'Vial',
    unitOfMeasure: 'Each',
    category: 'Endocrine',
    price: 89.995,
    countInStock: 12,
    countInStockLoaded: 0,
    coldStatus: true,
    isPublished: true,
    __v: 1,
  })
  assert.equal(saved, 200, JSON.stringify(done))
  assert.equal(done.message, 'Product updated successfully')
  assert.deepEqual(
    [done.product.name, done.product.slug, done.product.price, done.product.coldStatus, done.product.__v],
    ['Insulin glargine', '00088-2220-33', 90, 'Refrigerated', 2],
  )
  const found = await portal.call(catalog.search, { query: { query: 'glargine' }, as: ann })
  assert.equal(found.body.countProducts, 1)
  await assertLedgerSums(portal)
})

test('of two admins on one version one is refused, and none of their edit is saved', async () => {
  const { _id } = await add()
  const { __v } = await get(_id)
  const both = await Promise.all([
    update(_id, { name: 'First', price: 1, __v }, admin),
    update(_id, { name: 'Second', price: 2, countInStock: 7, countInStockLoaded: 100, __v }, colleague),
  ])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  const late = both.find(({ status }) => status === 409)
  assert.equal(late?.body.message, 'This product was changed by someone else.')
  const after = await get(_id)
  assert.deepEqual([after.name, after.price], both[0].status === 200 ? ['First', 1] : ['Second', 2])
  assert.equal(after.__v, __v + 1)
  await assertLedgerSums(portal)
})

test('half a cent is rounded up, as the form shows it', async () => {
  const { _id } = await add()
  const { __v } = await get(_id)
  assert.equal((await update(_id, { price: 1.005, __v })).status, 200)
  assert.equal((await get(_id)).price, 1.01)
})

test('an order during an edit is not undone by the count that the editor had loaded', async () => {
  const { _id } = await add()
  const loaded = await get(_id)
  assert.equal(await buy(portal, ann, [{ _id, quantity: 5 }]), 201)
  const count = { countInStockLoaded: loaded.countInStock, __v: loaded.__v }
  assert.equal((await update(_id, { ...count, countInStock: 100, name: 'Only renamed' })).status, 200)
  assert.equal((await get(_id)).countInStock, 95)
  const next = await get(_id)
  const delivered = { countInStock: 115, countInStockLoaded: 95, stockReason: 'Delivery 4711', __v: next.__v }
  assert.equal((await update(_id, delivered)).status, 200)
  assert.equal((await get(_id)).countInStock, 115)

  const { body: ledger } = await portal.call(inventory.stock, { params: { id: _id }, query: {}, as: admin })
  assert.deepEqual(
    ledger.movements.map(({ quantity, countAfter, reason, note }) => [quantity, countAfter, reason, note]),
    [
      [20, 115, 'correction', 'Delivery 4711'],
      [-5, 95, 'order', ''],
      [100, 100, 'initial', ''],
    ],
  )
  assert.equal(ledger.movements[0]?.by, 'Test Buyer')
  await assertLedgerSums(portal)
})

test('a correction that would sell what is already sold is refused with the remaining count', async () => {
  const { _id } = await add({ count_in_stock: 10 })
  const { __v } = await get(_id)
  assert.equal(await buy(portal, ann, [{ _id, quantity: 3 }]), 201)
  const refused = await update(_id, { countInStock: 0, countInStockLoaded: 10, name: 'Gone', __v })
  assert.equal(refused.status, 409)
  assert.match(refused.body.message ?? '', /7 left/)
  assert.equal((await get(_id)).countInStock, 7)
  const corrected = await portal.call(inventory.correctStock, {
    params: { id: _id },
    body: { quantity: -7, reason: 'Broken' },
    as: admin,
  })
  assert.equal(corrected.body.countInStock, 0)
  const nothing = { params: { id: _id }, body: { quantity: 3, reason: ' ' }, as: admin }
  assert.equal((await portal.call(inventory.correctStock, nothing)).status, 400)
  await assertLedgerSums(portal)
})

test('favorites and ratings belong to the buyers: an edit does not change them', async () => {
  const { _id, number } = await add()
  await portal.call(catalog.addFavourite, { body: { slug: number, email: ann.email }, as: ann })
  await portal.call(catalog.review, { params: { id: _id }, body: { rating: 4, comment: 'Good' }, as: ann })
  const product = await get(_id)
  const { status } = await portal.send({
    method: 'PUT',
    url: `/api/products/${_id}`,
    as: admin,
    payload: { ...product, favBy: [], rating: 1, numReviews: 99, name: 'Edited', _id: 'x' },
  })
  assert.equal(status, 200)
  const after = await get(_id)
  assert.deepEqual([after.favBy, after.rating, after.numReviews, after.name], [[ann.email], 4, 1, 'Edited'])
})

test('a price list has each customer once, at 0 or more, and customers only', async () => {
  const { _id } = await add()
  const { __v } = await get(_id)
  const entry = (user: { _id: string; email: string }, price: number) => ({
    userId: user._id,
    email: user.email,
    price,
  })
  for (const [list, message] of [
    [[entry(ann, 3), entry(ann, 4)], /twice/],
    [[entry(ann, -1)], /at least 0/],
    [[entry(admin, 3)], /non-admin/],
    [[entry(rep, 3)], /non-admin/],
    [[{ userId: '', email: 'nobody@nowhere.example', price: 3 }], /can’t have a custom price/],
  ] as const) {
    const { status, body } = await update(_id, { customPricingList: [...list], __v })
    assert.equal(status, 400, JSON.stringify(body))
    assert.match(body.message ?? '', message)
  }
  assert.deepEqual((await get(_id)).customPricingList, [])

  const { body } = await update(_id, {
    customPricingList: [entry(ann, 8.765), { userId: '', email: 'BOB@rival.example', price: 7 }],
    customPricingListTrulla: [entry(ann, 6)],
    __v,
  })
  assert.deepEqual(
    body.product.customPricingList.map(({ email, company, price }) => [email, company, price]),
    [
      ['ann@acme.example', 'Acme', 8.77],
      ['bob@rival.example', 'Rival', 7],
    ],
  )
  assert.deepEqual(
    body.product.customPricingListTrulla.map(({ price }) => price),
    [6],
  )
  const mine = (await portal.call(catalog.byId, { params: { id: _id }, as: ann })).body
  assert.deepEqual(
    mine.customPricingList.map(({ price }) => price),
    [8.77],
  )
  assert.equal((await update(_id, { customPricingList: [], __v })).status, 409)
  assert.equal((await get(_id)).customPricingList.length, 2)
})

test('an NDC belongs to one product, a dummy number may repeat; fields are checked one by one', async () => {
  const [one, other] = [await add(), await add()]
  const { __v } = await get(one._id)
  const clash = await update(one._id, { ndcNumber: other.number.replaceAll('-', ''), __v })
  assert.deepEqual([clash.status, clash.body.message], [409, 'Another product already has this NDC number.'])
  assert.equal((await update(one._id, { ndcNumber: other.number, dummyNDC: true, __v })).status, 200)
  for (const [body, message] of [
    [{ name: ' ' }, 'Material Description is required.'],
    [{ description: '' }, 'Description is required.'],
    [{ unitOfMeasure: '' }, 'Base UoM is required.'],
    [{ category: '' }, 'Category is required.'],
    [{ ndcNumber: '' }, 'NDC number is required.'],
    [{ name: 'x'.repeat(501) }, 'Material Description is too long. The limit is 500 characters.'],
    [{ price: -1 }, 'Price must be a number of at least 0.'],
    [{ price: 0 }, 'A price is required to publish a product.'],
    [{ countInStock: 1.5 }, 'Count in stock must be a whole number of at least 0.'],
    [{ deaSchedule: 'CI' }, 'DEA schedule must be empty or CII to CV.'],
    [{ packQuantity: 0 }, 'Pack quantity must be a number above 0.'],
    [{ gtin: '300060277282' }, 'This is not a GTIN: its check digit or length is wrong.'],
    [{ coldStatus: 'lukewarm' }, 'Cold status must be empty, Refrigerated or Frozen.'],
    [{ image: 'https://elsewhere.example/a.png' }, 'Image must be a picture uploaded to the portal.'],
    [{ image: '//elsewhere.example/a.png' }, 'Image must be a picture uploaded to the portal.'],
  ] as const) {
    const answer = await update(other._id, { ...body, __v: 1 } as { __v: number }) // the wrong type is what is tested
    assert.deepEqual([answer.status, answer.body.message], [400, message])
  }
  const versionless = await portal.send({ method: 'PUT', url: `/api/products/${one._id}`, as: admin, payload: {} })
  assert.equal(versionless.status, 400)
})

test('a schedule is confirmed with its source, and lowered only with a new one', async () => {
  const { _id } = await add()
  const confirmed = async () => {
    const row = await portal.db.selectFrom('product').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
    return [row.dea_schedule, row.schedule_source, row.schedule_confirmed_by, row.schedule_confirmed_at !== null]
  }
  const save = async (edit: object) => update(_id, { ...edit, __v: (await get(_id)).__v })
  assert.equal((await save({ deaSchedule: 'CIII', scheduleSource: 'Label of 2026' })).status, 200)
  assert.deepEqual(await confirmed(), ['CIII', 'Label of 2026', admin._id, true])
  const refused = await save({ deaSchedule: '' })
  assert.deepEqual([refused.status, refused.body.message], [422, 'Enter the source of the lower DEA schedule.'])
  assert.equal((await save({ deaSchedule: '', scheduleSource: 'DEA order of 2026-10-01' })).status, 200)
  assert.deepEqual(await confirmed(), ['', 'DEA order of 2026-10-01', admin._id, true])
  assert.equal((await save({ scheduleSource: '' })).status, 200)
  assert.deepEqual(await confirmed(), ['', '', null, false])
})

test('the number of a draft is refused if it belongs to another product or is neither an NDC nor marked as dummy', async () => {
  const other = await add()
  const draft = await portal.call(productEditing.create, { as: admin })
  const change = (body: object) => update(draft.body._id, { ...body, __v: draft.body.product.__v })
  const clash = await change({ ndcNumber: other.number })
  assert.deepEqual([clash.status, clash.body.message], [409, 'Another product already has this NDC number.'])
  for (const [ndcNumber, why] of [
    ['abc', /^This is not an NDC, such as 00093-7146-01/],
    ['5555500011', /^This could be 05555-5000-11, .*. Enter the NDC with dashes/],
  ] as const) {
    const refused = await change({ ndcNumber })
    assert.equal(refused.status, 400)
    assert.match(refused.body.message ?? '', why)
    assert.equal((refused.body as { field?: string }).field, 'ndcNumber')
  }
  assert.equal((await change({ ndcNumber: 'abc', dummyNDC: true })).status, 200)
})

test('a deleted product is hidden for everyone, its orders stay readable, its NDC is available again', async () => {
  const { _id, number } = await add()
  assert.equal(await buy(portal, ann, [{ _id, quantity: 2 }]), 201)
  const remove = () => portal.call(productEditing.remove, { params: { id: _id }, as: admin })
  assert.equal((await remove()).body.message, 'Product deleted successfully')
  assert.equal((await remove()).status, 404)
  assert.equal((await portal.call(catalog.bySlug, { params: { slug: number }, as: admin })).status, 404)
  assert.equal((await update(_id, { name: 'Back', __v: 2 })).status, 404)
  const line = await portal.db
    .selectFrom('order_line')
    .select(['name', 'price'])
    .where('product_id', '=', _id)
    .execute()
  assert.equal(line.length, 1)
  assert.equal(await buy(portal, ann, [{ _id, quantity: 1 }]), 409)
  const [again] = await addProducts(portal.db, [{ name: 'Successor', ndc_number: number }])
  assert.equal(again?.slug, number)
})

test('the admin search finds drafts', async () => {
  await add({ name: 'Worklist draft', is_published: false })
  await add({ name: 'Worklist soldout', count_in_stock: 0 })
  await add({ name: 'Worklist special', count_in_stock: 0, is_non_stocked: true })
  await add({ name: 'Worklist unpriced', price: 0, is_published: false })
  await add({ name: 'Worklist pictured', image: '/uploads/0123-960.webp' })
  const find = async (worklist: string) => {
    const { body } = await portal.call(catalog.searchAsAdmin, {
      query: { query: 'worklist', worklist: worklist as 'all' },
      as: admin,
    })
    return body.products.map(({ name }) => name.replace('Worklist ', '')).toSorted()
  }
  assert.deepEqual(await find('drafts'), ['draft', 'unpriced'])
  assert.deepEqual(await find('soldout'), ['soldout'])
  assert.deepEqual(await find('unpriced'), ['unpriced'])
  assert.deepEqual(await find('unpictured'), ['draft', 'soldout', 'special', 'unpriced'])
  assert.equal((await find('nonsense')).length, 5)
  const buyers = await portal.call(catalog.search, { query: { query: 'worklist', worklist: 'drafts' }, as: ann })
  assert.equal(buyers.body.countProducts, 3)
})

test('order quantity limits are set, removed, and refused if no quantity would be possible', async () => {
  const { _id } = await add()
  const limits = { orderMinimum: 10, orderMaximum: 40, orderMultiple: 6 }
  assert.equal((await update(_id, { ...limits, __v: 1 })).status, 200)
  const { orderMinimum, orderMaximum, orderMultiple, __v } = await get(_id)
  assert.deepEqual({ orderMinimum, orderMaximum, orderMultiple }, limits)
  const none = await update(_id, { orderMaximum: 11, __v })
  assert.deepEqual([none.status, none.body.message], [400, 'No quantity fits this minimum, maximum and multiple.'])
  assert.equal((await update(_id, { orderMultiple: 0, __v })).status, 400)
  assert.equal((await update(_id, { orderMaximum: null, __v })).status, 200)
  assert.equal((await get(_id)).orderMaximum, null)
})

test('facts for compliance are edited and shown by admins only, with who confirmed the schedule', async () => {
  const { _id } = await add()
  const { __v } = await get(_id)
  const facts = { isNarcotic: true, drugFamily: 'Opioid', baseUnits: 100, isListOne: true, needsTrace: false }
  assert.equal((await update(_id, { __v, deaSchedule: 'CIII', scheduleSource: 'Label', ...facts })).status, 200)
  const saved = await get(_id)
  const { isNarcotic, drugFamily, baseUnits, isListOne, needsTrace, scheduleConfirmedBy, scheduleConfirmedAt } = saved
  assert.deepEqual({ isNarcotic, drugFamily, baseUnits, isListOne, needsTrace }, facts)
  assert.equal(scheduleConfirmedBy, 'Test Buyer')
  assert.ok(scheduleConfirmedAt)
  for (const as of [ann, rep, null]) {
    const { body } = await portal.call(catalog.byId, { params: { id: _id }, as })
    for (const fact of [...Object.keys(facts), 'scheduleConfirmedBy', 'scheduleConfirmedAt'])
      assert.equal(fact in body, false, fact)
  }
  for (const baseUnits of [0, -1, 1e12])
    assert.equal(
      (
        await portal.send({
          method: 'PUT',
          url: `/api/products/${_id}`,
          payload: { __v: saved.__v, baseUnits },
          as: admin,
        })
      ).status,
      400,
    )
})
