import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addInvoice } from '#orders/history/testing-lists.ts'
import type { TestUser } from '#portal/testing.ts'
import { reports } from './contract.ts'
import { startDashboard } from './testing-dashboard.ts'

const { portal, order, named, mine } = await startDashboard()
const { db, call } = portal

describe('whose dashboard', () => {
  it('is the caller’s own, by id or email; an admin sees any, others are not found', async () => {
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
  it('count the account’s invoices with and without leading zeros, and own orders', async () => {
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

  it('also count orders entered in the ERP for the account', async () => {
    const customer = await portal.addUser({ account_number: '7712345' })
    const erpOrder = { user_id: null, erp_created: true }
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

  it('cover the business: colleagues’ orders count and can be bought again', async () => {
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

  it('count own orders and those placed for others for a sales rep', async () => {
    const rep = await portal.addUser({ is_sales_rep: true })
    const customer = await portal.addUser()
    await order(customer, [await named('On behalf')], 1, { placed_by: rep._id })
    const { orders, openOrders } = await mine(rep)
    assert.deepEqual([orders, openOrders.count], [1, 1])
  })
})

describe('open orders', () => {
  it('have the next day on which one should arrive by the promise at checkout', async () => {
    const customer = await portal.addUser()
    const product = await named('Promised')
    const shipped = { erp_status: '2', shipping_method: 'UPS GROUND' }
    await db.updateTable('delivery_method').set({ cut_off: '23:59', transit_days: 3 }).execute()
    await order(customer, [product], 0, { ...shipped, erp_state: 'held' })
    assert.equal((await mine(customer)).openOrders.nextArrival, null, 'no promise while on hold')
    await order(customer, [product], 30, shipped)
    assert.equal((await mine(customer)).openOrders.nextArrival, null, 'the promised day has passed')
    await order(customer, [product], 0, shipped)
    const { nextArrival } = (await mine(customer)).openOrders
    assert.ok(nextArrival && nextArrival >= portal.day(3) && nextArrival <= portal.day(8), String(nextArrival))
    await db.updateTable('delivery_method').set({ cut_off: null, transit_days: null }).execute()
    assert.equal((await mine(customer)).openOrders.nextArrival, null, 'nothing is promised without settings')
  })

  it('are those not completed and not canceled, newest first', async () => {
    const customer = await portal.addUser()
    const product = await named('Open')
    const newest = await order(customer, [product], 1, { erp_status: null })
    const older = await order(customer, [product], 2, { erp_status: '2' })
    await order(customer, [product], 3, { erp_status: '3' })
    await order(customer, [product], 4, { erp_status: '1', is_cancelled: true })
    const { openOrders } = await mine(customer)
    assert.deepEqual([openOrders.count, openOrders.nextArrival], [2, null])
    assert.deepEqual(
      openOrders.orders.map(({ _id }) => _id),
      [newest, older],
    )
  })
})

describe('the license', () => {
  it('shows the days until its last day', async () => {
    const { day } = portal
    const soon = await portal.addUser({ license_expiry_date: day(12) })
    const over = await portal.addUser({ license_expiry_date: day(-1) })
    assert.deepEqual((await mine(soon)).license, { expires: day(12), daysLeft: 12 })
    assert.equal((await mine(over)).license.daysLeft, -1)
    assert.deepEqual((await mine(await portal.addUser())).license, { expires: null, daysLeft: null })
  })
})

describe('favorites', () => {
  it('are the user’s own that are still sold', async () => {
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
      (await mine(customer)).favProd.map(({ name, lastQuantity, lastAt }) => [name, lastQuantity, lastAt]),
      [['Liked', null, null]],
    )
  })

  it('have the quantity that the business ordered last', async () => {
    const [one, colleague, stranger] = [await portal.addUser(), await portal.addUser(), await portal.addUser()]
    await db.updateTable('user_account').set({ business_id: one.businessId }).where('id', '=', colleague._id).execute()
    const liked = await named('Liked and ordered')
    await db.insertInto('favourite').values({ user_id: one._id, product_id: liked }).execute()
    await order(one, [liked], 9)
    const latest = await order({ ...colleague, businessId: one.businessId }, [liked], 4)
    await db
      .updateTable('order_line')
      .set({ quantity: 11, cancelled_quantity: 3 })
      .where('order_id', '=', latest)
      .execute()
    await order(one, [liked], 1, { is_cancelled: true })
    await order(stranger, [liked], 1)
    assert.deepEqual(
      (await mine(one)).favProd.map(({ lastQuantity, lastAt }) => [lastQuantity, lastAt?.slice(0, 10)]),
      [[8, portal.day(-4)]],
    )
  })
})
