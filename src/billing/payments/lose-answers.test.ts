import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { connectPayPal } from './connect-paypal.ts'
import { connectStripe } from './connect-stripe.ts'
import { payments } from './contract.ts'
import { startSimulators } from './testing-simulators.ts'
import { payingWith } from './testing-orders.ts'

const simulators = await startSimulators()
const { stripe, paypal } = simulators
const portal = await startTestPortal({ environment: simulators.environment })
const { addOrder, startStripe, startPayPal, pay, factsOf, takenFor, healNow } = payingWith(portal, simulators)
const buyer = await portal.addUser()

const providers = {
  stripe: {
    start: startStripe,
    agree: (id: string) => stripe.pull('confirm', { id }),
    begins: 'POST /v1/payment_intents',
    looks: 'GET /v1/payment_intents/.*',
    takes: 'POST /v1/payment_intents/.*/capture',
  },
  paypal: {
    start: startPayPal,
    agree: (id: string) => paypal.pull('approve', { id }),
    begins: 'POST /v2/checkout/orders',
    looks: 'GET /v2/checkout/orders/.*',
    takes: 'POST /v2/checkout/orders/.*/capture',
  },
}

/** Short timeouts; lose-answers.prove.ts waits for the real ones. */
const impatient = { stripe: connectStripe(portal.config, 300), paypal: connectPayPal(portal.config, 300) }

describe('after a lost request or reply', () => {
  for (const [name, { start, agree, begins, looks, takes }] of Object.entries(providers)) {
    const simulator = simulators[name as 'stripe' | 'paypal']

    for (const kind of ['cut', 'cut-after', 'status'] as const) {
      it(`${name}: a lost start (${kind}) charges nothing and can be retried`, async () => {
        const order = await addOrder(buyer)
        await simulator.plan(begins, kind, { status: 500, times: 2 })
        const endpoint = name === 'stripe' ? payments.startStripe : payments.startPayPal
        const first = await portal.call(endpoint, { params: { id: order }, as: buyer })
        assert.equal(first.status, 502)
        assert.match(first.raw.body, name === 'paypal' ? /"Error in connecting to PayPal"/ : /is not responding/)
        await simulator.pull('forget')
        const id = await start(buyer, order)
        await agree(id)
        assert.equal((await pay(buyer, order, id)).status, 200)
        assert.equal(await takenFor(order), 12_345)
      })

      it(`${name}: a lost capture (${kind}) recovers automatically and captures once`, async () => {
        const order = await addOrder(buyer)
        const id = await start(buyer, order)
        await agree(id)
        await simulator.plan(takes, kind, { status: 500, times: 2 })
        assert.equal((await pay(buyer, order, id)).status, 502)
        await simulator.pull('forget')
        await healNow()
        assert.deepEqual(await factsOf(order).then(({ isPaid, states, audit }) => ({ isPaid, states, audit })), {
          isPaid: true,
          states: ['paid'],
          audit: ['order paid'],
        })
        assert.equal(await takenFor(order), 12_345)
        assert.equal((await pay(buyer, order, id)).status, 200)
      })
    }

    it(`${name}: a lost status check recovers automatically, even if the browser never returns`, async () => {
      const order = await addOrder(buyer)
      const id = await start(buyer, order)
      await agree(id)
      await simulator.plan(looks, 'cut', { times: 2 })
      assert.equal((await pay(buyer, order, id)).status, 502)
      await simulator.pull('forget')
      await healNow()
      assert.equal((await factsOf(order)).isPaid, true)
      assert.equal(await takenFor(order), 12_345)
    })

    it(`${name}: a provider that never answers times out, and the outcome stays unknown`, async () => {
      const order = await addOrder(buyer)
      const id = await start(buyer, order)
      await agree(id)
      await simulator.plan(takes, 'hang-after', { times: 2 })
      await assert.rejects(async () => impatient[name as 'stripe' | 'paypal']?.take(id, randomUUID()), {
        outcome: 'unknown',
      })
      await simulator.pull('forget')
      assert.equal((await pay(buyer, order, id)).status, 200)
      assert.equal(await takenFor(order), 12_345)
    })
  }

  it('another payment method can be used after a decline', async () => {
    const order = await addOrder(buyer)
    const wallet = await startPayPal(buyer, order)
    await paypal.pull('approve', { id: wallet, decline: true })
    const { status, body } = await pay(buyer, order, wallet)
    assert.equal(status, 402)
    assert.equal(body.declined, true)
    const card = await startStripe(buyer, order)
    await stripe.pull('confirm', { id: card })
    assert.equal((await pay(buyer, order, card)).status, 200)
    assert.equal(await takenFor(order), 12_345)
  })
})
