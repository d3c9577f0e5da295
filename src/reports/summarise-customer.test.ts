import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, it } from 'node:test'
import { addProducts } from '#catalogue/add-products.ts'
import { type NewRow } from '#platform/db/tables.ts'
import { addInvoice, ownerOf } from '#orders/history/testing-lists.ts'
import { accountNumber } from '#shared/account-number.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { reports } from './contract.ts'
import { countOrders } from './count-orders.ts'
import { compactSales } from './compact-sales.ts'
import { relateProducts } from '#recommendations/relate-products.ts'
import { changeOrder, deleteOrder } from './testing-sales.ts'

const portal = await startTestPortal()
const { db, call } = portal
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

const addProduct = async (name: string, facts = {}) => {
  const [added] = await addProducts(db, [
    {
      name,
      price: 10,
      count_in_stock: 50,
      is_published: true,
      is_item_number: true,
      ndc_number: `N-${name}`,
      ...facts,
    },
  ])
  return added?._id ?? ''
}

const order = async (user: TestUser, products: string[], days: number, facts: Partial<NewRow<'sales_order'>> = {}) => {
  const id = randomUUIDv7()
  const whose = { user_id: user._id, ...facts, bill_to_party_id: accountNumber(facts.bill_to_party_id ?? '') }
  await db
    .insertInto('sales_order')
    .values({
      id,
      business_id: await ownerOf(db, whose),
      erp_reference: id.slice(-30),
      total_price: 10,
      line_count: products.length,
      created_at: daysAgo(days),
      ...whose,
    })
    .execute()
  await db
    .insertInto('order_line')
    .values(
      products.map((product_id, at) => ({
        order_id: id,
        line_no: at + 1,
        product_id,
        name: names.get(product_id) ?? 'Something',
        slug: 'x',
        quantity: 6,
        price: 10,
      })),
    )
    .execute()
  await countOrders(db, [id], 1)
  return id
}

const names = new Map<string, string>()
const named = async (name: string, facts = {}) => {
  const id = await addProduct(name, facts)
  names.set(id, name)
  return id
}

const mine = async (user: TestUser, id = user._id) => (await call(reports.mySummary, { params: { id }, as: user })).body

describe('whose dashboard', () => {
  it('is one’s own, by id or e-mail; an admin sees any, others do not exist', async () => {
    const [one, other] = [await portal.addUser(), await portal.addUser()]
    const rep = await portal.addUser({ is_sales_rep: true })
    const admin = await portal.addUser({ is_admin: true })
    const asks: [TestUser, string, number][] = [
      [one, one._id, 200],
      [one, one.email, 200],
      [one, other._id, 404],
      [one, other.email, 404],
      [rep, one._id, 404],
      [rep, rep._id, 200],
      [admin, other.email, 200],
      [admin, other._id, 200],
    ]
    for (const [as, id, status] of asks)
      assert.equal((await call(reports.mySummary, { params: { id }, as })).status, status, id)
    const nonsense = await portal.send({ method: 'GET', url: '/api/orders/mysummary/everyone', as: one })
    assert.equal(nonsense.status, 400)
  })
})

describe('the tiles', () => {
  it('count invoices of the own account with and without leading zeros, and the own orders', async () => {
    const customer = await portal.addUser({ account_number: '7700001' })
    const stranger = await portal.addUser({ account_number: '' })
    for (const [id, facts] of Object.entries({
      a: { party_id: '7700001' },
      b: { buyer_party_id: '0007700001' },
      c: { payer_party_id: '7700001', party_id: '7700001' },
      d: { party_id: '7700002' },
      e: {},
    }))
      await addInvoice(db, { id, party_id: '', buyer_party_id: '', payer_party_id: '', ...facts })
    const product = await named('Counted')
    await order(customer, [product], 3)
    await order(customer, [product], 400, { deleted_at: null })
    assert.deepEqual([(await mine(customer)).inv, (await mine(customer)).orders], [3, 2])
    assert.deepEqual([(await mine(stranger)).inv, (await mine(stranger)).orders], [0, 0])
  })

  it('count orders typed in the ERP for the account too, and only those', async () => {
    const customer = await portal.addUser({ account_number: '7712345' })
    const erpOrder = { user_id: null, order_from_sap: true }
    const [typed, foreign] = [await named('Typed in the ERP'), await named('Typed for another')]
    await order(customer, [typed], 2, { ...erpOrder, bill_to_party_id: '0007712345', total_price: 20.2 })
    await order(customer, [typed], 1, { ...erpOrder, bill_to_party_id: '7712345', total_price: 0.1 })
    await order(customer, [foreign], 1, { ...erpOrder, bill_to_party_id: '7712346' })
    const { orders, openOrders, spend, buyAgain } = await mine(customer)
    assert.deepEqual([orders, openOrders.count], [2, 2])
    assert.equal(Math.round(spend.reduce((sum, { amount }) => sum + amount * 100, 0)), 2030)
    assert.deepEqual(
      buyAgain.map(({ name }) => name),
      ['Typed in the ERP'],
    )
    assert.equal((await mine(await portal.addUser({ account_number: '' }))).orders, 0)
  })

  it('are the business’s: what colleagues ordered counts, and can be bought again by all', async () => {
    const one = await portal.addUser()
    const two = await portal.addUser({ business_id: one.businessId })
    const product = await named('Bought in turns')
    await order(one, [product], 9, { total_price: 10 })
    await order(two, [product], 2, { total_price: 5 })
    for (const user of [one, two]) {
      const { orders, spend, buyAgain } = await mine(user)
      assert.equal(orders, 2)
      assert.equal(Math.round(spend.reduce((sum, { amount }) => sum + amount * 100, 0)), 1500)
      assert.deepEqual(
        buyAgain.map(({ name, orders: times }) => [name, times]),
        [['Bought in turns', 2]],
      )
    }
  })

  it('count for a sales rep the own orders and those placed for others', async () => {
    const rep = await portal.addUser({ is_sales_rep: true })
    const customer = await portal.addUser()
    await order(customer, [await named('On behalf')], 1, { placed_by: rep._id })
    const { orders, openOrders } = await mine(rep)
    assert.deepEqual([orders, openOrders.count], [1, 1])
  })
})

describe('open orders', () => {
  it('are those not completed and not cancelled, the newest first', async () => {
    const customer = await portal.addUser()
    const product = await named('Open')
    const newest = await order(customer, [product], 1, { order_status_sap: null })
    const older = await order(customer, [product], 2, { order_status_sap: '2' })
    await order(customer, [product], 3, { order_status_sap: '3' })
    await order(customer, [product], 4, { order_status_sap: '1', is_cancelled: true })
    const { openOrders } = await mine(customer)
    assert.equal(openOrders.count, 2)
    assert.deepEqual(
      openOrders.orders.map(({ _id }) => _id),
      [newest, older],
    )
  })
})

describe('the license', () => {
  it('is counted in days until its last day', async () => {
    const day = (days: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: portal.config.BUSINESS_TIME_ZONE }).format(daysAgo(-days))
    const soon = await portal.addUser({ license_expiry_date: day(12) })
    const over = await portal.addUser({ license_expiry_date: day(-1) })
    assert.deepEqual((await mine(soon)).license, { expires: day(12), daysLeft: 12 })
    assert.equal((await mine(over)).license.daysLeft, -1)
    assert.deepEqual((await mine(await portal.addUser())).license, { expires: null, daysLeft: null })
  })
})

describe('suggestions', () => {
  it('come from what businesses with the same regulars order, never from fewer than five of them', async () => {
    const shared = await named('Shared regular')
    const common = await named('Common companion')
    const rare = await named('Canary of one business')
    const four = await named('Companion of four')
    const soldOut = await named('Sold-out companion', { count_in_stock: 0 })
    const draft = await named('Draft companion', { is_published: false })
    const businesses = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        portal.addUser({ account_number: `88000${at}`, company_name: `Canary Company ${at}` }),
      ),
    )
    // Two people of one business are one business.
    const colleague = await portal.addUser({ account_number: '0000880000' })
    for (const [at, user] of [...businesses, colleague].entries())
      for (const days of [5, 25, 45]) {
        const extra = [at === 0 && rare, (at < 4 || user === colleague) && four].filter((id) => id !== false)
        await order(user, [shared, common, soldOut, draft, ...extra], days)
      }
    await relateProducts(db)

    const viewer = await portal.addUser({ account_number: '990001' })
    assert.deepEqual((await mine(viewer)).products, [], 'nothing is known yet')
    await order(viewer, [shared], 2)
    assert.deepEqual((await mine(viewer)).products, [], 'once is not regularly')
    await order(viewer, [shared], 1)
    const { body, raw } = await call(reports.mySummary, { params: { id: viewer._id }, as: viewer })
    assert.deepEqual(
      body.products.map(({ name, reason }) => [name, reason]),
      [['Common companion', 'Customers who order Shared regular regularly also order this.']],
    )
    assert.doesNotMatch(raw.body, /canary/i)
    for (const { _id, email } of businesses) assert.ok(!raw.body.includes(_id) && !raw.body.includes(email))
  })

  it('remind of what it is time to order again, with the own price', async () => {
    const customer = await portal.addUser()
    const due = await named('Due again')
    const fresh = await named('Just bought')
    await db
      .insertInto('contract_price')
      .values({ product_id: due, business_id: customer.businessId, list: 'general', price: 8.4 })
      .execute()
    const other = await portal.addUser()
    await db
      .insertInto('contract_price')
      .values({ product_id: due, business_id: other.businessId, list: 'general', price: 1.11 })
      .execute()
    for (const days of [70, 50, 30]) await order(customer, [due], days)
    for (const days of [41, 21, 1]) await order(customer, [fresh], days)
    const { products, buyAgain } = await mine(customer)
    assert.deepEqual(
      products.map(({ name, price, reason }) => [name, price, reason]),
      [['Due again', 8.4, 'You order this about every 20 days; the last time was 30 days ago.']],
    )
    assert.deepEqual(
      buyAgain.map(({ name, orders, lastQuantity }) => [name, orders, lastQuantity]),
      [['Just bought', 3, 6]],
    )
  })
})

describe('habits that were kept', () => {
  const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)

  it('tell what they told when they were made, and follow every order, change and deletion at once', async () => {
    const customer = await portal.addUser()
    const [one, two] = [await named('Kept one'), await named('Kept two')]
    const bought = async () => namesOf((await mine(customer)).buyAgain).toSorted()
    await order(customer, [one, two], 3)
    assert.deepEqual(await bought(), [])
    const latest = await order(customer, [one, two], 2)
    assert.deepEqual(await bought(), ['Kept one', 'Kept two'])
    const made = await mine(customer)
    await compactSales(db)
    assert.deepEqual(await mine(customer), made)
    await changeOrder(db, latest, [{ product: { _id: one }, quantity: 3, price: 10 }])
    assert.deepEqual(await bought(), ['Kept one'])
    assert.equal((await mine(customer)).buyAgain[0]?.lastQuantity, 3)
    await deleteOrder(db, latest)
    assert.deepEqual(await bought(), [])
  })

  it('learn of others when products are related anew, without an order of one’s own', async () => {
    const [regular, companion] = [await named('Kept regular'), await named('Kept companion')]
    const viewer = await portal.addUser({ account_number: '771001' })
    for (const days of [3, 2]) await order(viewer, [regular], days)
    assert.deepEqual((await mine(viewer)).products, [])
    for (let at = 0; at < 5; at++) {
      const other = await portal.addUser({ account_number: `77000${at}` })
      for (const days of [5, 25]) await order(other, [regular, companion], days)
    }
    assert.deepEqual((await mine(viewer)).products, [])
    await relateProducts(db)
    assert.deepEqual(namesOf((await mine(viewer)).products), ['Kept companion'])
    await db.updateTable('product').set({ is_published: false }).where('id', '=', companion).execute()
    assert.deepEqual((await mine(viewer)).products, [], 'what is not sold any more is not offered')
  })
})

describe('suggestions by license', () => {
  it('come from five businesses with the same kind of license, for newcomers too', async () => {
    const usual = await named('Usual for vets')
    const seldom = await named('Seldom for vets')
    for (let at = 0; at < 5; at++) {
      const vet = await portal.addUser({ license_type: 'Veterinarian', account_number: `66000${at}` })
      await order(vet, at < 4 ? [usual, seldom] : [usual], 3)
    }
    await relateProducts(db)
    const newcomer = await portal.addUser({ license_type: 'Veterinarian', account_number: '660009' })
    assert.deepEqual(
      (await mine(newcomer)).products.map(({ name, reason }) => [name, reason]),
      [['Usual for vets', 'Many customers with your kind of license (Veterinarian) order this.']],
    )
    assert.deepEqual((await mine(await portal.addUser({ license_type: 'Dentist' }))).products, [])
  })
})

describe('favourites', () => {
  it('are the own ones that are still sold', async () => {
    const [customer, other] = [await portal.addUser(), await portal.addUser()]
    const [liked, draft, foreign] = [
      await named('Liked'),
      await named('Liked draft', { is_published: false }),
      await named('Liked by another'),
    ]
    for (const product_id of [liked, draft])
      await db.insertInto('favourite').values({ user_id: customer._id, product_id }).execute()
    await db.insertInto('favourite').values({ user_id: other._id, product_id: foreign }).execute()
    assert.deepEqual(
      (await mine(customer)).favProd.map(({ name }) => name),
      ['Liked'],
    )
  })
})
