import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { payments } from './contract.ts'
import { type ReceivedWebhook, startSimulators } from './testing-simulators.ts'
import { payingWith } from './testing-orders.ts'

const simulators = await startSimulators()
const { stripe, paypal } = simulators
const portal = await startTestPortal({ environment: simulators.environment })
const { addOrder, startStripe, startPayPal, pay, deliver, messagesAbout, factsOf, takenFor } = payingWith(
  portal,
  simulators,
)
const buyer = await portal.addUser()

const authorized = async () => {
  const order = await addOrder(buyer)
  const id = await startStripe(buyer, order)
  await stripe.pull('confirm', { id })
  return { order, id }
}

const approved = async () => {
  const order = await addOrder(buyer)
  const id = await startPayPal(buyer, order)
  await paypal.pull('approve', { id })
  return { order, id }
}

const queued = async () =>
  (await portal.db.selectFrom('job').select('id').where('kind', '=', 'payments.check').execute()).length

const only = (messages: ReceivedWebhook[]): ReceivedWebhook => {
  const [message] = messages
  assert.ok(message)
  return message
}

describe('a webhook alone', () => {
  it('marks an order paid by card if the browser never returned', async () => {
    const { order, id } = await authorized()
    assert.equal((await deliver('stripe', only(await messagesAbout('stripe', id)))).status, 200)
    await portal.worker.drain()
    assert.equal((await factsOf(order)).isPaid, true)
    assert.equal(await takenFor(order), 12_345)
  })

  it('marks an order paid with PayPal if the browser never returned', async () => {
    const { order, id } = await approved()
    assert.equal((await deliver('paypal', only(await messagesAbout('paypal', id)))).status, 200)
    await portal.worker.drain()
    assert.equal((await factsOf(order)).isPaid, true)
    assert.equal(await takenFor(order), 12_345)
  })

  it('has no effect the second time', async () => {
    const { id } = await authorized()
    const message = only(await messagesAbout('stripe', id))
    assert.deepEqual((await deliver('stripe', message)).body, { received: 'taken' })
    await portal.worker.drain()
    const before = await queued()
    assert.deepEqual((await deliver('stripe', message)).body, { received: 'repeated' })
    assert.equal(await queued(), before)
  })

  it('about an unknown payment is accepted and changes nothing', async () => {
    const { order, id } = await authorized()
    await portal.db.updateTable('payment').set({ provider_id: 'pi_gone' }).where('provider_id', '=', id).execute()
    assert.equal((await deliver('stripe', only(await messagesAbout('stripe', id)))).status, 200)
    await portal.worker.drain()
    assert.equal((await factsOf(order)).isPaid, false)
  })
})

describe('a forged Stripe webhook', () => {
  const forgeries: Record<string, (message: ReceivedWebhook) => Promise<ReceivedWebhook> | ReceivedWebhook> = {
    'without a signature': (message) => ({ ...message, headers: {} }),
    'with a signature of other words': (message) => ({ ...message, body: message.body.replace('evt_', 'evt_x') }),
    'with one more space': (message) => ({ ...message, body: `${message.body} ` }),
    'signed with another secret': async ({ body }) =>
      only((await stripe.messages({ secret: 'whsec_other' })).filter((one) => one.body === body)),
    'signed ten minutes ago': async ({ body }) =>
      only((await stripe.messages({ at: Math.floor(Date.now() / 1_000) - 600 })).filter((one) => one.body === body)),
    'that is not JSON': (message) => ({ ...message, body: 'payment_intent.succeeded' }),
  }
  for (const [what, forge] of Object.entries(forgeries))
    it(`${what} is refused`, async () => {
      const { order, id } = await authorized()
      const { status } = await deliver('stripe', await forge(only(await messagesAbout('stripe', id))))
      assert.equal(status, 400)
      await portal.worker.drain()
      assert.equal((await factsOf(order)).isPaid, false)
    })
})

describe('a forged PayPal webhook', () => {
  const forgeries: Record<string, (message: ReceivedWebhook) => Promise<ReceivedWebhook> | ReceivedWebhook> = {
    'without a signature': (message) => ({ ...message, headers: {} }),
    'with other words': (message) => ({ ...message, body: message.body.replace('WH-', 'WH-X') }),
    'with the same words written otherwise': (message) => ({
      ...message,
      body: JSON.stringify(JSON.parse(message.body), null, 1),
    }),
    'with words that end the question early': (message) => ({
      ...message,
      body: `${message.body},"webhook_id":"WH-EVIL"`,
    }),
    'kept for five days': async ({ body }) =>
      only(
        (await paypal.messages({ time: new Date(Date.now() - 5 * 86_400_000).toISOString() })).filter(
          (one) => one.body === body,
        ),
      ),
    'that is not JSON': (message) => ({ ...message, body: 'CHECKOUT.ORDER.APPROVED' }),
  }
  for (const [what, forge] of Object.entries(forgeries))
    it(`${what} is refused`, async () => {
      const { order, id } = await approved()
      const { status } = await deliver('paypal', await forge(only(await messagesAbout('paypal', id))))
      assert.equal(status, 400)
      await portal.worker.drain()
      assert.equal((await factsOf(order)).isPaid, false)
    })

  it('gets a retryable error while PayPal cannot verify it', async () => {
    const { id } = await approved()
    const message = only(await messagesAbout('paypal', id))
    await paypal.plan('POST /v1/notifications/.*', 'cut')
    assert.equal((await deliver('paypal', message)).status, 503)
    assert.equal((await deliver('paypal', message)).status, 200)
  })
})

describe('a refund or dispute', () => {
  const seen = async (order: string) => {
    const { body } = await portal.call(payments.ofOrder, { params: { id: order }, as: buyer })
    return body.facts.map(({ state, refunded, dispute }) => ({ state, refunded, dispute }))
  }

  it('of a card payment shows on the order and in the audit trail, in any order of events', async () => {
    const { order, id } = await authorized()
    assert.equal((await pay(buyer, order, id)).status, 200)
    await stripe.pull('refund', { id, amount: 2_345 })
    await stripe.pull('refund', { id, amount: 1_000 })
    await stripe.pull('dispute', { id, status: 'needs_response' })
    await stripe.pull('dispute', { id, status: 'won' })
    for (const message of (await messagesAbout('stripe', id)).toReversed()) {
      assert.equal((await deliver('stripe', message)).status, 200)
      await portal.worker.drain()
    }
    assert.deepEqual(await seen(order), [{ state: 'paid', refunded: 33.45, dispute: 'won' }])
    assert.deepEqual((await factsOf(order)).audit, ['order paid', 'payment refunded', 'payment disputed'])
    assert.equal((await factsOf(order)).isPaid, true)
  })

  it('of a PayPal payment shows on the order and in the audit trail', async () => {
    const { order, id } = await approved()
    assert.equal((await pay(buyer, order, id)).status, 200)
    await paypal.pull('refund', { id, amount: 123.45 })
    await paypal.pull('dispute', { id, status: 'OPEN' })
    const capture = await portal.db
      .selectFrom('payment')
      .select('capture_id')
      .where('provider_id', '=', id)
      .executeTakeFirstOrThrow()
    for (const message of await messagesAbout('paypal', capture.capture_id ?? ''))
      assert.equal((await deliver('paypal', message)).status, 200)
    await portal.worker.drain()
    assert.deepEqual(await seen(order), [{ state: 'paid', refunded: 123.45, dispute: 'open' }])
    assert.deepEqual((await factsOf(order)).audit, ['order paid', 'payment refunded', 'payment disputed'])
  })
})
