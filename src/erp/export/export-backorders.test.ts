import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BackorderChoice } from '#fulfillment/backorder-shapes.ts'
import { orders } from '#orders/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { costCenters } from '#purchasing/cost-centers/contract.ts'
import { startSyncing } from '../sync/testing-sync.ts'
import { erpAccount, erpProducts } from '../testing-simulator.ts'

const { portal, simulator } = await startSyncing()
const { call, addUser, db, worker } = portal
const { addProduct, codeFor, orderOf } = placing(portal)
const manager = await addUser({ account_number: erpAccount, buying_role: 'manager' })
const buyer = await addUser({ account_number: erpAccount, buying_role: 'buyer' })
const stranger = await addUser({ account_number: '1000002', buying_role: 'manager' })
const product = await addProduct({ ndc_number: erpProducts[0]?.id ?? '', count_in_stock: 900 })

const choose = (backorders: BackorderChoice | null, as = manager) =>
  call(costCenters.chooseBackorders, { body: { backorders }, as })
const preset = async (as = buyer) => (await call(costCenters.choices, { query: {}, as })).body.backorders

/** The order as the page shows it, its email and its copy in the ERP. */
const place = async (more: object) => {
  const body = orderOf([{ _id: product, quantity: 2 }], await codeFor(buyer), { price: undefined, ...more })
  const { status, body: placed } = await call(orders.place, { body, as: buyer })
  assert.equal(status, 201)
  await worker.drain()
  const { body: order } = await call(orders.byId, { params: { id: placed.order._id }, as: buyer })
  const inErp = (await simulator.orders()).find(({ id }) => id === order.orderIdSap)
  const mail = await db
    .selectFrom('mail')
    .select('body')
    .where('recipient', '=', buyer.email)
    .where('subject', 'like', 'We received your order%')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const isDefault = order.isBackordersDefault ?? false
  assert.equal(placed.order.isBackordersDefault ?? false, isDefault)
  return {
    chosen: order.backorders,
    isDefault,
    mail: mail.body,
    isCompleteOnly: inErp?.isCompleteOnly,
    name: inErp?.name ?? '',
  }
}

test('without a setting of the business nothing is asked or sent', async () => {
  assert.equal(await preset(), null)
  const { chosen, isDefault, mail, isCompleteOnly, name } = await place({})
  assert.deepEqual([chosen, isDefault, isCompleteOnly], [undefined, false, false])
  assert.doesNotMatch(mail, /backordered/)
  assert.equal(name, 'Portal order')
})

test('a manager sets the default of their business only, and nobody else does', async () => {
  assert.equal((await choose('shipComplete', buyer)).status, 403)
  assert.equal((await choose('shipComplete')).status, 200)
  assert.deepEqual([await preset(), await preset(stranger)], ['shipComplete', null])
  const body = { backorders: 'later' as BackorderChoice }
  assert.equal((await call(costCenters.chooseBackorders, { body, as: manager })).status, 400)
})

test('the default and the choice of an order reach the page, the email and the ERP', async () => {
  await choose('shipComplete')
  const usual = await place({})
  assert.deepEqual([usual.chosen, usual.isDefault, usual.isCompleteOnly], ['shipComplete', true, true])
  assert.match(usual.mail, /If items are backordered: Ship complete only \(the business’s default\)/)
  const rest = await place({ backorders: 'cancelRest' })
  assert.deepEqual([rest.chosen, rest.isDefault, rest.isCompleteOnly], ['cancelRest', false, false])
  assert.doesNotMatch(rest.mail, /default/)
  assert.match(rest.mail, /If items are backordered/)
  assert.match(rest.mail, /Cancel the rest/)
  assert.deepEqual([usual.name, rest.name], ['Portal order, ship complete only', 'Portal order, cancel backorders'])
  const partial = await place({ backorders: 'shipPartial' })
  assert.deepEqual([partial.chosen, partial.isCompleteOnly], ['shipPartial', false])
})
