import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { momentWriter } from '#platform/http/write-reply.ts'
import { startTestPortal } from '#portal/testing.ts'
import { onHoldMessage } from '#orders/order-shapes.ts'
import { payments } from './contract.ts'
import { startSimulators } from './testing-simulators.ts'
import { payingWith } from './testing-orders.ts'

const simulators = await startSimulators()
const { stripe, paypal } = simulators
const portal = await startTestPortal({ environment: simulators.environment })
const { addOrder, startStripe, startPayPal, pay, factsOf, takenFor, healNow } = payingWith(portal, simulators)
const [buyer, stranger, rep, otherRep, admin] = await Promise.all([
  portal.addUser(),
  portal.addUser({ account_number: '1000002' }),
  portal.addUser({ is_sales_rep: true }),
  portal.addUser({ is_sales_rep: true }),
  portal.addUser({ is_admin: true }),
])

const providers = {
  stripe: {
    start: startStripe,
    agree: (id: string) => stripe.pull('confirm', { id }),
  },
  paypal: {
    start: startPayPal,
    agree: (id: string) => paypal.pull('approve', { id }),
  },
}

const onWire = momentWriter(portal.config.BUSINESS_TIME_ZONE)

describe('paying an order', () => {
  for (const [name, { start, agree }] of Object.entries(providers)) {
    it(`captures the order’s total with ${name} once, however often it is claimed`, async () => {
      const order = await addOrder(buyer)
      const id = await start(buyer, order)
      assert.equal(await start(buyer, order), id, 'the same payment, asked for again')
      assert.equal((await pay(buyer, order, id)).status, 402, 'nobody agreed to it yet')
      await agree(id)
      const answers = await Promise.all([pay(buyer, order, id), pay(buyer, order, id), pay(buyer, order, id)])
      assert.ok(answers.some(({ status }) => status === 200))
      const again = await pay(buyer, order, id)
      assert.equal(again.status, 200)
      assert.equal(again.body.message, 'Order is paid')
      const { isPaid, paidAt, states, audit } = await factsOf(order)
      assert.deepEqual({ isPaid, states, audit }, { isPaid: true, states: ['paid'], audit: ['order paid'] })
      assert.deepEqual(again.body.order, { _id: order, isPaid: true, paidAt: paidAt && onWire(paidAt) })
      assert.equal(await takenFor(order), 12_345)
    })
  }

  it('sends the provider the order and an idempotency key of order and amount', async () => {
    const order = await addOrder(buyer, { total_price: 10.1 })
    const intent = await startStripe(buyer, order)
    const wallet = await startPayPal(buyer, order)
    const keys = [...(await stripe.requests()), ...(await paypal.requests())].filter(({ key }) => key.includes(order))
    assert.deepEqual(
      keys.map(({ key }) => key),
      [`order-${order}-1010-1`, `order-${order}-1010-1`],
    )
    const intents = await stripe.pull<{ id: string; amount: number; currency: string }[]>('intents')
    const made = intents.find(({ id }) => id === intent)
    assert.deepEqual([made?.amount, made?.currency], [1_010, 'usd'])
    const orders = await paypal.pull<{ id: string; purchase_units: { amount: object }[] }[]>('orders')
    const unit = orders.find(({ id }) => id === wallet)?.purchase_units[0]
    assert.deepEqual(unit?.amount, { currency_code: 'USD', value: '10.10' })
  })

  it('is open to the buyer and admins; everyone else gets not found', async () => {
    const order = await addOrder(buyer, { placed_by: rep._id })
    for (const as of [stranger, otherRep]) {
      assert.equal((await portal.call(payments.startStripe, { params: { id: order }, as })).status, 404)
      assert.equal((await portal.call(payments.startPayPal, { params: { id: order }, as })).status, 404)
      assert.equal((await portal.call(payments.ofOrder, { params: { id: order }, as })).status, 404)
      assert.equal((await pay(as, order, 'pi_invented')).status, 404)
    }
    const marked = { params: { id: order }, body: {} }
    assert.equal((await portal.call(payments.markPaid, { ...marked, as: buyer })).status, 403)
    assert.equal((await portal.call(payments.markPaid, { ...marked, as: rep })).status, 403)
    assert.equal((await pay(null, order, 'pi_invented')).status, 401)
    for (const as of [rep, admin]) assert.ok(await startStripe(as, order))
    const id = await startStripe(rep, order)
    await stripe.pull('confirm', { id })
    assert.equal((await pay(rep, order, id)).status, 200)
  })

  it('shows public ids as plain text and nothing that looks like a secret', async () => {
    const keys = await Promise.all([
      portal.call(payments.payPalKey, { as: buyer }),
      portal.call(payments.stripeKey, { as: buyer }),
    ])
    assert.deepEqual(
      keys.map(({ raw }) => [raw.body, String(raw.headers['content-type']).split(';')[0]]),
      [
        ['double-client', 'text/plain'],
        ['pk_test_double', 'text/plain'],
      ],
    )
  })

  it('offers widgets only if an amount is owed and the order allows it', async () => {
    const offered = async (facts: Parameters<typeof addOrder>[1]) => {
      const id = await addOrder(buyer, facts)
      const { body } = await portal.call(payments.ofOrder, { params: { id }, as: buyer })
      const { status } = await portal.call(payments.startStripe, { params: { id }, as: buyer })
      assert.equal(status, body.offered.length > 0 ? 200 : 409)
      return body.offered
    }
    assert.deepEqual(await offered({ payment_method: 'PayPal' }), ['stripe', 'paypal'])
    assert.deepEqual(await offered({ payment_method: 'By Invoice' }), [])
    assert.deepEqual(await offered({ is_paid: true }), [])
    assert.deepEqual(await offered({ is_cancelled: true }), [])
    assert.deepEqual(await offered({ total_price: 0 }), [])
  })
})

/** The number of capture requests that the providers received. */
const collections = async (): Promise<number> =>
  [...(await stripe.requests()), ...(await paypal.requests())].filter(({ call }) => call.endsWith('/capture')).length

describe('a false claim', () => {
  const cases: Record<string, () => Promise<[order: string, claimed: unknown, status: number]>> = {
    'an invented intent': async () => [await addOrder(buyer), 'pi_invented', 402],
    'an invented PayPal order': async () => [await addOrder(buyer), '5O190127TN364715T', 402],
    'no id at all': async () => [await addOrder(buyer), undefined, 402],
    'an object for an id': async () => [await addOrder(buyer), { $ne: null }, 402],
    'SQL for an id': async () => [await addOrder(buyer), "' or true --", 402],
    'another order’s intent': async () => {
      const other = await startStripe(buyer, await addOrder(buyer))
      await stripe.pull('confirm', { id: other })
      return [await addOrder(buyer), other, 409]
    },
    'a stranger’s PayPal order': async () => {
      const other = await startPayPal(stranger, await addOrder(stranger))
      await paypal.pull('approve', { id: other })
      return [await addOrder(buyer), other, 409]
    },
    'an id that paid another order': async () => {
      const paid = await addOrder(buyer)
      const id = await startStripe(buyer, paid)
      await stripe.pull('confirm', { id })
      assert.equal((await pay(buyer, paid, id)).status, 200)
      return [await addOrder(buyer), id, 409]
    },
    'an intent that was never confirmed': async () => {
      const order = await addOrder(buyer)
      return [order, await startStripe(buyer, order), 402]
    },
    'an intent that waits for 3-D Secure': async () => {
      const order = await addOrder(buyer)
      const id = await startStripe(buyer, order)
      await stripe.pull('confirm', { id, card: '4000002500003155' })
      return [order, id, 402]
    },
    'an intent of another amount': async () => {
      const order = await addOrder(buyer)
      const id = await startStripe(buyer, order)
      await stripe.pull('change', { id, amount: 100 })
      await stripe.pull('confirm', { id })
      return [order, id, 402]
    },
    'an intent that took another amount': async () => {
      const order = await addOrder(buyer)
      const id = await startStripe(buyer, order)
      await stripe.pull('confirm', { id })
      await stripe.pull('capture', { id })
      await stripe.pull('change', { id, amount_received: 1 })
      return [order, id, 402]
    },
    'an intent in another currency': async () => {
      const order = await addOrder(buyer)
      const id = await startStripe(buyer, order)
      await stripe.pull('change', { id, currency: 'jpy' })
      await stripe.pull('confirm', { id })
      return [order, id, 402]
    },
    'an intent that names another order': async () => {
      const order = await addOrder(buyer)
      const id = await startStripe(buyer, order)
      await stripe.pull('change', { id, metadata: { orderId: randomUUID() } })
      await stripe.pull('confirm', { id })
      return [order, id, 402]
    },
    'a PayPal order of another amount': async () => {
      const order = await addOrder(buyer)
      const id = await startPayPal(buyer, order)
      await paypal.pull('change', { id, unit: { amount: { currency_code: 'USD', value: '1.00' } } })
      await paypal.pull('approve', { id })
      return [order, id, 402]
    },
    'a PayPal order in another currency': async () => {
      const order = await addOrder(buyer)
      const id = await startPayPal(buyer, order)
      await paypal.pull('change', { id, unit: { amount: { currency_code: 'MXN', value: '123.45' } } })
      await paypal.pull('approve', { id })
      return [order, id, 402]
    },
    'a PayPal order that names another order': async () => {
      const order = await addOrder(buyer)
      const id = await startPayPal(buyer, order)
      await paypal.pull('change', { id, unit: { custom_id: randomUUID() } })
      await paypal.pull('approve', { id })
      return [order, id, 402]
    },
    'an order whose total changed since': async () => {
      const order = await addOrder(buyer)
      const id = await startStripe(buyer, order)
      await stripe.pull('confirm', { id })
      await portal.db.updateTable('sales_order').set({ total_price: 500 }).where('id', '=', order).execute()
      return [order, id, 409]
    },
  }

  for (const [what, prepare] of Object.entries(cases))
    it(`${what} changes nothing`, async () => {
      const [order, claimed, expected] = await prepare()
      const collected = await collections()
      const { status, body } = await pay(buyer, order, claimed)
      assert.equal(status, expected, JSON.stringify(body))
      assert.equal(await collections(), collected, 'no money was asked for')
      await healNow()
      const { isPaid, audit } = await factsOf(order)
      assert.deepEqual({ isPaid, audit }, { isPaid: false, audit: [] })
      // The payment claimed for the wrong order can still pay its own.
      if (expected === 402) assert.equal(await collections(), collected, 'nor later')
    })

  it('a second payment for a paid order is not captured', async () => {
    const order = await addOrder(buyer)
    const [card, wallet] = [await startStripe(buyer, order), await startPayPal(buyer, order)]
    await stripe.pull('confirm', { id: card })
    await paypal.pull('approve', { id: wallet })
    const answers = await Promise.all([pay(buyer, order, card), pay(buyer, order, wallet)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    await healNow()
    assert.equal(await takenFor(order), 12_345)
    assert.deepEqual((await factsOf(order)).audit, ['order paid'])
    assert.equal((await pay(buyer, order, 'pi_invented')).status, 409)
  })
})

describe('an order on hold', () => {
  it('cannot be paid online or marked paid until it is released', async () => {
    const order = await addOrder(buyer, { erp_state: 'held' })
    const params = { id: order }
    const mark = () => portal.call(payments.markPaid, { params, body: { note: '' }, as: admin })
    const refused = [
      await portal.call(payments.startStripe, { params, as: buyer }),
      await portal.call(payments.startPayPal, { params, as: buyer }),
      await pay(buyer, order, 'pi_invented'),
      await mark(),
    ]
    for (const { status, body } of refused) assert.deepEqual([status, body.message], [409, onHoldMessage])
    const { body } = await portal.call(payments.ofOrder, { params, as: admin })
    assert.deepEqual([body.offered, body.canMarkPaid], [[], false])
    await portal.db.updateTable('sales_order').set({ erp_state: 'waiting' }).where('id', '=', order).execute()
    assert.equal((await mark()).status, 200)
  })
})

describe('marking an order paid', () => {
  it('is for admins, works once, audits the note, and blocks another payment', async () => {
    const order = await addOrder(buyer)
    const card = await startStripe(buyer, order)
    await stripe.pull('confirm', { id: card })
    const mark = () =>
      portal.call(payments.markPaid, { params: { id: order }, body: { note: 'Wire of 20 November' }, as: admin })
    const [one, two] = await Promise.all([mark(), mark()])
    assert.deepEqual([one.status, two.status].toSorted(), [200, 409])
    assert.equal((await pay(buyer, order, card)).status, 409)
    await healNow()
    assert.equal(await takenFor(order), 0)
    assert.deepEqual((await factsOf(order)).audit, ['order paid'])
    const seen = await portal.call(payments.ofOrder, { params: { id: order }, as: admin })
    assert.equal(seen.body.facts[0]?.note, 'Wire of 20 November')
    const hidden = await portal.call(payments.ofOrder, { params: { id: order }, as: buyer })
    assert.equal(hidden.body.facts[0]?.note, '')
  })
})
