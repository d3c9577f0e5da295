import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { invoices } from '../invoices/contract.ts'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { payments } from './contract.ts'
import { invoicePayments } from './invoice-payment-shapes.ts'
import { payingWith } from './testing-orders.ts'
import { startSimulators } from './testing-simulators.ts'

const simulators = await startSimulators()
const { stripe, paypal } = simulators
const portal = await startTestPortal({ environment: { ...simulators.environment, PAY_INVOICES_ONLINE: '1' } })
const { db } = portal
const { addOrder, startStripe, pay, deliver, messagesAbout, healNow } = payingWith(portal, simulators)
const buyer = await portal.addUser({ account_number: '1000001' })
const colleague = await portal.addUser({ business_id: buyer.businessId })
const viewer = await portal.addUser({ business_id: buyer.businessId, buying_role: 'viewer' })
const stranger = await portal.addUser({ account_number: '2000002' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '' })
const admin = await portal.addUser({ is_admin: true, account_number: '' })

let number = 91_000_000

const owed = async (open: number | null, facts: Parameters<typeof addInvoice>[1] = {}): Promise<string> =>
  addInvoice(db, { id: String(++number), total_gross_amount: open ?? 10, open_amount: open, ...facts })

const start = (ids: readonly string[], total: number, as: TestUser | null = buyer, provider = 'stripe') =>
  portal.send({
    method: 'POST',
    url: `/api/users/InvoicePayments/${provider}`,
    payload: { ids: ids.join(','), total },
    as,
  })

const intentOf = ({ body }: { body: Record<string, unknown> }): string =>
  String(body['clientSecret']).split('_secret_')[0] ?? ''

/** Starts a payment that the payer approves; nothing is captured yet. */
const agreed = async (ids: readonly string[], total: number, as = buyer): Promise<string> => {
  const begun = await start(ids, total, as)
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  await stripe.pull('confirm', { id: intentOf(begun) })
  return intentOf(begun)
}

const claim = (id: unknown, as: TestUser | null = buyer) =>
  portal.send({ method: 'PUT', url: '/api/users/InvoicePayments/pay', payload: { id }, as })

const paymentOf = (id: string) =>
  db.selectFrom('payment').selectAll().where('provider_id', '=', id).executeTakeFirstOrThrow()

const settlements = async (ids: readonly string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await portal.call(invoices.byId, { params: { id }, as: buyer })).body.settlement))

const takenByCard = async (ids: readonly string[]): Promise<number> => {
  const payers = await db.selectFrom('invoice_share').select('payment_id').where('invoice_id', 'in', ids).execute()
  const intents = await stripe.pull<{ metadata: { orderId: string }; amount_received: number }[]>('intents')
  return intents
    .filter(({ metadata }) => payers.some(({ payment_id }) => payment_id === metadata.orderId))
    .reduce((sum, intent) => sum + intent.amount_received, 0)
}

const trailOf = async (id: string): Promise<string[]> =>
  (await db.selectFrom('audit_entry').select('action').where('entity_id', '=', id).orderBy('at').execute()).map(
    ({ action }) => action,
  )

describe('several invoices in one payment', () => {
  it('are each paid with their open amount and show the payment', async () => {
    const ids = [await owed(100.1), await owed(40, { total_gross_amount: 90 })]
    const { body: quote } = await portal.call(invoicePayments.quote, { query: { ids: ids.join(',') }, as: buyer })
    assert.deepEqual(
      [quote.total, quote.shares.map(({ amount }) => amount), quote.offered],
      [140.1, [100.1, 40], ['stripe', 'paypal']],
    )
    const intent = await agreed(ids, quote.total)
    assert.deepEqual(await settlements(ids), ['open', 'open'])
    assert.equal((await claim(intent)).status, 200)
    assert.equal((await claim(intent)).status, 200)
    assert.deepEqual(await settlements(ids), ['onItsWay', 'onItsWay'])
    assert.equal(await takenByCard(ids), 14_010)
    for (const [at, id] of ids.entries()) {
      const { body } = await portal.call(invoicePayments.ofInvoice, { params: { id }, as: colleague })
      assert.deepEqual(
        body.map(({ state, share, amount }) => [state, share, amount]),
        [['paid', [100.1, 40][at], 140.1]],
      )
      assert.deepEqual(await trailOf(id), ['invoice paid'])
    }
    const { body: totals } = await portal.call(invoices.totals, { query: {}, as: buyer })
    assert.equal(totals[0]?.open ?? 0, 0)
    assert.equal((await start(ids, 140.1, colleague)).status, 409)

    await db.updateTable('invoice').set({ open_amount: 0 }).where('id', 'in', ids).execute()
    assert.deepEqual(await settlements(ids), ['paid', 'paid'])
  })

  it('are paid with PayPal through a webhook alone', async () => {
    const ids = [await owed(5), await owed(6)]
    const { body } = await start(ids, 11, buyer, 'paypal')
    await paypal.pull('approve', { id: body['id'] })
    for (const message of await messagesAbout('paypal', String(body['id']))) await deliver('paypal', message)
    await portal.worker.drain()
    assert.deepEqual(await settlements(ids), ['onItsWay', 'onItsWay'])
  })

  it('each show refunds and disputes', async () => {
    const ids = [await owed(20), await owed(30)]
    const intent = await agreed(ids, 50)
    await claim(intent)
    await stripe.pull('refund', { id: intent, amount: 1_000 })
    await stripe.pull('dispute', { id: intent, status: 'needs_response' })
    for (const message of await messagesAbout('stripe', intent)) await deliver('stripe', message)
    await portal.worker.drain()
    for (const id of ids) {
      assert.deepEqual(await trailOf(id), ['invoice paid', 'payment refunded', 'payment disputed'])
      const { body } = await portal.call(invoicePayments.ofInvoice, { params: { id }, as: admin })
      assert.deepEqual([body[0]?.refunded, body[0]?.dispute], [10, 'needs_response'])
    }
  })
})

describe('an invoice is never paid twice', () => {
  it('by ten users who start concurrently: one payment is created', async () => {
    const ids = [await owed(10), await owed(11)]
    const people = await Promise.all(
      Array.from({ length: 10 }, () => portal.addUser({ business_id: buyer.businessId })),
    )
    const answers = await Promise.all(people.map((person) => start(ids, 21, person)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array<number>(9).fill(409)])
  })

  it('by ten clicks of one user whose claims arrive concurrently', async () => {
    const ids = [await owed(10), await owed(11)]
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(ids, 21)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(intentOf)).size, 1)
    const intent = intentOf(answers[0] ?? { body: {} })
    await stripe.pull('confirm', { id: intent })
    await Promise.all(Array.from({ length: 10 }, () => claim(intent)))
    await healNow()
    assert.equal(await takenByCard(ids), 2_100)
    assert.deepEqual(await settlements(ids), ['onItsWay', 'onItsWay'])
  })

  it('through its order and separately', async () => {
    const order = await addOrder(buyer)
    const id = await owed(123.45, { order_id: order, total_net_amount: 123.45 })
    const forOrder = await startStripe(buyer, order)
    await stripe.pull('confirm', { id: forOrder })
    const forInvoice = await agreed([id], 123.45)
    assert.equal((await portal.call(payments.startStripe, { params: { id: order }, as: buyer })).status, 409)
    const answers = await Promise.all([pay(buyer, order, forOrder), claim(forInvoice)])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    await healNow()
    const intents = await stripe.pull<{ id: string; amount_received: number }[]>('intents')
    const taken = intents.filter((intent) => [forOrder, forInvoice].includes(intent.id))
    assert.equal(
      taken.reduce((sum, intent) => sum + intent.amount_received, 0),
      12_345,
    )
  })

  it('if the ERP reports a payment or another amount between form and submission', async () => {
    const ids = [await owed(10), await owed(11)]
    for (const open of [0, 4]) {
      await db
        .updateTable('invoice')
        .set({ open_amount: 10 })
        .where('id', '=', ids[0] ?? '')
        .execute()
      const intent = await agreed(ids, 21)
      await db
        .updateTable('invoice')
        .set({ open_amount: open })
        .where('id', '=', ids[0] ?? '')
        .execute()
      assert.equal((await claim(intent)).status, 409)
    }
    assert.equal(await takenByCard(ids), 0)
    assert.equal((await start(ids.slice(1), 11, colleague)).status, 200)
  })
})

describe('an unfinished payment', () => {
  it('is replaced by another choice of the same user, and the first one captures nothing', async () => {
    const [one, two] = [await owed(10), await owed(11)]
    const first = await agreed([one, two], 21)
    const second = await agreed([two], 11)
    assert.equal((await claim(second)).status, 200)
    assert.equal((await claim(first)).status, 409)
    assert.equal(await takenByCard([one, two]), 1_100)
    assert.deepEqual(await settlements([one, two]), ['open', 'onItsWay'])
  })

  it('reserves its invoices for 30 minutes, even if the provider was not reached', async () => {
    const [one, two] = [await owed(10), await owed(11)]
    const intent = intentOf(await start([one], 10))
    const lost = intentOf(await start([two], 11))
    await db.updateTable('payment').set({ provider_id: null }).where('provider_id', '=', lost).execute()
    assert.equal((await start([one], 10, colleague)).status, 409)
    await sql`update payment set created_at = now() - interval '31 minutes' where order_id is null and state = 'open'`.execute(
      db,
    )
    await healNow()
    assert.equal((await paymentOf(intent)).state, 'ended')
    for (const [id, open] of [
      [one, 10],
      [two, 11],
    ] as const)
      assert.equal((await start([id], open, colleague)).status, 200)
  })

  it('can be retried after a decline', async () => {
    const ids = [await owed(10), await owed(11)]
    const intent = intentOf(await start(ids, 21))
    assert.equal((await claim(intent)).status, 402)
    assert.equal(intentOf(await start(ids, 21)), intent)
    await stripe.pull('confirm', { id: intent })
    assert.equal((await claim(intent)).status, 200)
  })
})

describe('invoices of others and what cannot be paid', () => {
  it('another customer’s invoice is not found, and nothing is charged', async () => {
    const mine = await owed(10)
    const theirs = await owed(10, { party_id: '2000002', buyer_party_id: '2000002', payer_party_id: '2000002' })
    const before = (await stripe.pull<unknown[]>('intents')).length
    assert.equal((await start([mine, theirs], 20)).status, 404)
    assert.equal((await start([mine], 10, stranger)).status, 404)
    assert.equal((await portal.call(invoicePayments.quote, { query: { ids: mine }, as: stranger })).status, 404)
    assert.equal((await portal.call(invoicePayments.ofInvoice, { params: { id: mine }, as: stranger })).status, 404)
    assert.equal((await stripe.pull<unknown[]>('intents')).length, before)
    const intent = await agreed([mine], 10)
    assert.equal((await claim(intent, stranger)).status, 402)
    assert.deepEqual(await settlements([mine]), ['open'])
  })

  it('viewers, staff and signed-out users cannot pay', async () => {
    const id = await owed(10)
    for (const [who, status] of [
      [viewer, 403],
      [rep, 403],
      [admin, 403],
      [null, 401],
    ] as const) {
      assert.equal((await start([id], 10, who)).status, status)
      assert.equal((await claim('pi_1', who)).status, status)
    }
  })

  it('what cannot be paid is refused with a reason', async () => {
    const cases = [
      [await owed(0), 'already paid'],
      [await owed(null), 'not known yet'],
      [await owed(10, { currency_code: 'EUR' }), 'not in US dollars'],
      [await owed(10, { is_cancellation: true }), 'canceled'],
    ] as const
    for (const [id, words] of cases) {
      const { status, body } = await start([id], 10)
      assert.equal(status, 409)
      assert.match(String(body['message']), new RegExp(words))
    }
    const id = await owed(10)
    assert.equal((await start([id], 9.99)).status, 409)
    for (const total of [0, -1, '10', null]) assert.equal((await start([id], total as number)).status, 400)
  })
})
