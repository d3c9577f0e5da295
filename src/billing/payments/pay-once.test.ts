import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { invoices } from '../invoices/contract.ts'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { startTestPortal } from '#portal/testing.ts'
import { payments } from './contract.ts'
import { payingWith } from './testing-orders.ts'
import { startSimulators } from './testing-simulators.ts'

const simulators = await startSimulators()
const { stripe, paypal } = simulators
const portal = await startTestPortal({ environment: simulators.environment })
const { db } = portal
const { addOrder, startStripe, startPayPal, pay, factsOf, takenFor } = payingWith(portal, simulators)
const buyer = await portal.addUser({ account_number: '1000001' })
const colleague = await portal.addUser({ account_number: '1000001', business_id: buyer.businessId } as never)
const admin = await portal.addUser({ is_admin: true, account_number: '' })

let number = 90_000_000

/** Adds an order with an invoice, and returns the invoice's number. */
const invoiced = async (facts: Parameters<typeof addInvoice>[1] = {}) => {
  const order = await addOrder(buyer, { erp_status: '3' })
  const id = String(++number)
  await addInvoice(db, {
    id,
    party_id: '1000001',
    order_id: order,
    total_net_amount: 123.45,
    total_gross_amount: 123.45,
    open_amount: 123.45,
    ...facts,
  })
  return { order, id }
}

const shown = async (order: string, id: string) => {
  const { body: invoice } = await portal.call(invoices.byId, { params: { id }, as: buyer })
  const { body: list } = await portal.call(invoices.list, { params: { filter: '{}' }, as: buyer } as never)
  const { body: panel } = await portal.call(payments.ofOrder, { params: { id: order }, as: buyer })
  const row = (list as { invoiceID: string; settlement: string }[]).find(({ invoiceID }) => invoiceID === id)
  return [row?.settlement, invoice.settlement, panel.ledger, panel.offered.length > 0]
}

describe('a portal payment', () => {
  it('shows on order and invoice immediately, until the ERP has booked it', async () => {
    const { order, id } = await invoiced()
    assert.deepEqual(await shown(order, id), ['open', 'open', 'open', true])
    const intent = await startStripe(buyer, order)
    await stripe.pull('confirm', { id: intent })
    assert.equal((await pay(buyer, order, intent)).status, 200)
    assert.deepEqual(await shown(order, id), ['onItsWay', 'onItsWay', 'onItsWay', false])
    const { body: invoice } = await portal.call(invoices.byId, { params: { id }, as: admin })
    assert.deepEqual([invoice.paidInPortal?.amount, invoice.paidInPortal?.way], [123.45, 'stripe'])
    const { body: totals } = await portal.call(invoices.totals, { query: {}, as: buyer })
    assert.equal(totals[0]?.open ?? 0, 0)

    await db.updateTable('invoice').set({ open_amount: 0 }).where('id', '=', id).execute()
    assert.deepEqual(await shown(order, id), ['paid', 'paid', 'settled', false])
  })

  it('gives way to the ERP’s amount once it has booked a part', async () => {
    const { order, id } = await invoiced({ open_amount: 10, due_date: '2999-01-01' })
    await db.updateTable('sales_order').set({ is_paid: true }).where('id', '=', order).execute()
    assert.deepEqual(await shown(order, id), ['open', 'open', 'onItsWay', false])
  })
})

describe('an invoice is paid once', () => {
  it('by two users of a business who pay concurrently, with any combination of methods', async () => {
    for (let round = 0; round < 6; round++) {
      const { order } = await invoiced()
      const card = await startStripe(buyer, order)
      const wallet = await startPayPal(colleague, order)
      await stripe.pull('confirm', { id: card })
      await paypal.pull('approve', { id: wallet })
      const statuses = await Promise.all([pay(buyer, order, card), pay(colleague, order, wallet)])
      assert.equal(statuses.filter(({ status }) => status === 200).length, 1)
      assert.equal(await takenFor(order), 12_345)
      assert.equal((await factsOf(order)).states.filter((state) => state === 'paid').length, 1)
    }
  })

  it('when the reply was lost and the user retries', async () => {
    const { order, id } = await invoiced()
    const intent = await startStripe(buyer, order)
    await stripe.pull('confirm', { id: intent })
    for (const _ of [1, 2, 3]) assert.equal((await pay(buyer, order, intent)).status, 200)
    assert.equal((await portal.call(payments.startStripe, { params: { id: order }, as: colleague })).status, 409)
    assert.equal(await takenFor(order), 12_345)
    assert.equal((await shown(order, id))[0], 'onItsWay')
  })

  it('when an admin marks it paid and the reply was lost', async () => {
    const { order } = await invoiced()
    const mark = () =>
      portal.call(payments.markPaid, {
        params: { id: order },
        body: { note: 'Wire 77' },
        as: admin,
        headers: { 'idempotency-key': `mark-${order}` },
      })
    assert.deepEqual(
      (await Promise.all([mark(), mark()])).map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await mark()).status, 200)
    assert.deepEqual((await factsOf(order)).states, ['paid'])
  })

  it('and not in the portal if the ERP has its payment, even if it arrived while the form was open', async () => {
    const settled = await invoiced({ open_amount: 0 })
    const refused = await portal.call(payments.startStripe, { params: { id: settled.order }, as: buyer })
    assert.deepEqual(
      [refused.status, (refused.body as unknown as { message: string }).message],
      [409, 'The invoice for this order is already paid.'],
    )

    const { order, id } = await invoiced()
    const wallet = await startPayPal(buyer, order)
    await paypal.pull('approve', { id: wallet })
    await db.updateTable('invoice').set({ open_amount: 0 }).where('id', '=', id).execute()
    assert.equal((await pay(buyer, order, wallet)).status, 409)
    assert.equal(await takenFor(order), 0)
  })
})

describe('an invoice total that differs from the order', () => {
  const differencesOf = async (order: string, id: string) =>
    Promise.all(
      [buyer, admin].flatMap((as) => [
        portal.call(payments.ofOrder, { params: { id: order }, as }).then(({ body }) => body.priceDifference),
        portal.call(invoices.byId, { params: { id }, as }).then(({ body }) => body.priceDifference),
      ]),
    )

  it('is shown to buyers and staff, on the order and on the invoice', async () => {
    const { order, id } = await invoiced({ total_net_amount: 135.45, shipping_charge: 12.5 })
    const difference = { ordered: 123.45, invoiced: 135.45 }
    assert.deepEqual(await differencesOf(order, id), [difference, difference, difference, difference])
  })

  it('ignores shipping, incomplete orders and canceled invoices', async () => {
    const shipped = await invoiced({ total_net_amount: 123.45, shipping_charge: 12.5 })
    assert.deepEqual(await differencesOf(shipped.order, shipped.id), [null, null, null, null])
    const canceled = await invoiced({ total_net_amount: 999, cancelled_by: '1' })
    assert.deepEqual(await differencesOf(canceled.order, canceled.id), [null, null, null, null])
    const partly = await invoiced({ total_net_amount: 23.45 })
    assert.equal((await differencesOf(partly.order, partly.id))[0]?.invoiced, 23.45)
    await db.updateTable('sales_order').set({ erp_status: '2' }).where('id', '=', partly.order).execute()
    assert.deepEqual(await differencesOf(partly.order, partly.id), [null, null, null, null])
  })
})
