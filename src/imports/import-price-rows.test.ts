import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { contractPrices } from '#pricing/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { priceWarnings } from './import-price-kind.ts'
import { importing } from './testing-imports.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const ann = await portal.addUser({ email: 'ann@acme.example', company_name: 'Acme', account_number: '7001' })
const { sendUp, rowsOf, take, finish, find } = importing(portal, admin)
const [cheap] = await addProducts(portal.db, [
  { name: 'Cheap', ndc_number: '99999-0001-01', price: 10, is_published: true },
  { name: 'Dear', ndc_number: '99999-0002-01', price: 200, is_published: true },
])
const fields = ['ndcNumber', 'customer', 'price']
const pricesNow = async () =>
  (
    await portal.db
      .selectFrom('contract_price')
      .select(['product_id', 'price'])
      .where('business_id', '=', ann.businessId)
      .orderBy('price')
      .execute()
  ).map(({ product_id, price }) => [product_id === cheap?._id ? 'Cheap' : 'Dear', price])

describe('a file of contract prices', () => {
  it('shows the list price, the old and new price, and likely typos before it changes anything', async () => {
    await finish('apply', (await sendUp(fields, [['99999-0001-01', '0007001', 8]], { kind: 'prices' }))._id)
    assert.deepEqual(await pricesNow(), [['Cheap', 8]])
    const sent = await sendUp(
      fields,
      [
        ['99999000101', 'ann@acme.example', 9],
        ['99999-0002-01', '7001', 0],
        ['99999-0003-01', '7001', 1],
        ['99999-0001-01', 'nobody@acme.example', 1],
        ['99999-0001-01', admin.email, 1],
      ],
      { kind: 'prices' },
    )
    assert.deepEqual(sent.counts, { new: 1, changed: 1, unchanged: 0, refused: 3, noted: 1, partial: 0 })
    const [changed] = await rowsOf(sent._id, 'changed')
    assert.deepEqual(
      [changed?.customer, changed?.listPrice, changed?.changes, Math.round(changed?.difference ?? 0)],
      ['Acme', 10, [{ field: 'Price', before: '$8.00', after: '$9.00' }], -10],
    )
    assert.deepEqual((await rowsOf(sent._id, 'noted'))[0]?.notes, ['The price would be $0.'])
    assert.deepEqual(
      (await rowsOf(sent._id, 'refused')).map(({ reason }) => reason),
      [
        'There is no product 99999-0003-01.',
        'There is no account nobody@acme.example.',
        `${admin.email} is not a customer.`,
      ],
    )
    assert.deepEqual(await pricesNow(), [['Cheap', 8]])
    assert.equal((await take(sent._id, [3])).body.taken, 1)
    await finish('apply', sent._id)
    assert.deepEqual(await pricesNow(), [
      ['Dear', 0],
      ['Cheap', 9],
    ])
  })

  it('refuses two rows for the same price anywhere in the file, with both their numbers', async () => {
    const twins = [
      ['99999-0001-01', '7001', 5],
      ...Array.from({ length: 2_100 }, () => ['99999-9999-01', '7001', 5]),
      ['99999000101', 'ann@acme.example', 6],
      ['99999-0002-01', '7001', 150],
    ]
    const { _id, counts } = await sendUp(fields, twins, { kind: 'prices' })
    assert.deepEqual([counts.new, counts.changed, counts.refused], [0, 1, 2_102])
    const reason = 'Rows 2 and 2103 set the same price. Delete one of them.'
    assert.equal((await rowsOf(_id, 'refused'))[0]?.reason, reason)
    assert.equal((await rowsOf(_id, 'refused', 43)).at(-1)?.reason, reason)
    const before = await pricesNow()
    assert.deepEqual((await finish('apply', _id)).result.changed, 1)
    assert.notDeepEqual(await pricesNow(), before)
  })

  it('is undone except for prices that were changed since', async () => {
    const before = await pricesNow()
    const { _id } = await sendUp(
      fields,
      [
        ['99999-0001-01', '7001', 4],
        ['99999-0002-01', '7001', 'delete'],
      ],
      { kind: 'prices' },
    )
    await finish('apply', _id)
    assert.deepEqual(await pricesNow(), [['Cheap', 4]])
    await portal.call(contractPrices.setCustomerPrice, {
      params: { id: ann._id },
      body: { productId: cheap?._id ?? '', list: 'general', price: 3 },
      as: admin,
    })
    await finish('undo', _id)
    const { undone, kept } = await find(_id)
    assert.deepEqual([undone, kept], [1, 1])
    assert.equal((await rowsOf(_id, 'kept'))[0]?.kept, 'The price has changed since. It is now 3.')
    assert.deepEqual(await pricesNow(), [['Cheap', 3], ...before.filter(([name]) => name === 'Dear')])
  })
})

const remarks: [price: number, listPrice: number, before: number | null, RegExp[]][] = [
  [9, 10, null, []],
  [0, 10, null, [/would be \$0/]],
  [11, 10, null, [/Above the list price, \$10\.00/]],
  [0.9, 10, null, [/ten times .* list price/]],
  [101, 10, 9, [/Above/, /ten times .* list/, /ten times .* current price/]],
  [5, 10, 60, [/ten times .* current price/]],
  [5, 0, null, []],
]
for (const [price, listPrice, before, expected] of remarks)
  it(`${price} at a list price of ${listPrice}, after ${before}`, () => {
    const notes = priceWarnings(price, listPrice, before)
    assert.equal(notes.length, expected.length, notes.join())
    expected.forEach((words, at) => assert.match(notes[at] ?? '', words))
  })
