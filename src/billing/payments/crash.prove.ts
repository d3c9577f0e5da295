import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startTestPortal } from '#portal/testing.ts'
import { startSimulators } from './testing-simulators.ts'
import { payingWith } from './testing-orders.ts'
import type { PayerOrders } from './testing-payer.ts'

const simulators = await startSimulators()
const { stripe, paypal } = simulators
const portal = await startTestPortal({ environment: simulators.environment })
const { addOrder, startStripe, startPayPal, pay, factsOf, takenFor, healNow } = payingWith(portal, simulators)
const buyer = await portal.addUser()

const printed: string[] = []

/** Starts a portal in its own process, with full logging. */
const startPayer = (request: Pick<PayerOrders, 'method' | 'url' | 'body'>): ChildProcess => {
  const orders: PayerOrders = {
    connection: portal.connection,
    environment: { DEMO: '1', RATE_LIMITS: '0', LOG_LEVEL: 'trace', ...simulators.environment },
    token: buyer.token,
    ...request,
  }
  const program = resolve(import.meta.dirname, 'testing-payer.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(orders)], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => void printed.push(chunk))
  return child
}

const providers = {
  stripe: {
    simulator: stripe,
    start: startStripe,
    startUrl: 'stripe-payment-intent',
    agree: (id: string) => stripe.pull('confirm', { id }),
    begins: 'POST /v1/payment_intents',
    looks: 'GET /v1/payment_intents/.*',
    takes: 'POST /v1/payment_intents/.*/capture',
  },
  paypal: {
    simulator: paypal,
    start: startPayPal,
    startUrl: 'paypal-order',
    agree: (id: string) => paypal.pull('approve', { id }),
    begins: 'POST /v2/checkout/orders',
    looks: 'GET /v2/checkout/orders/.*',
    takes: 'POST /v2/checkout/orders/.*/capture',
  },
}

const asksFor = async (name: 'stripe' | 'paypal', call: string): Promise<number> =>
  (await providers[name].simulator.requests()).filter((one) => new RegExp(`^${call}$`).test(one.call)).length

/** Kills the portal while it sends this request to the provider. */
const killWhileAsking = async (
  name: 'stripe' | 'paypal',
  call: string,
  kind: string,
  request: Pick<PayerOrders, 'method' | 'url' | 'body'>,
): Promise<void> => {
  const before = await asksFor(name, call)
  await providers[name].simulator.plan(call, kind)
  const child = startPayer(request)
  const ended = once(child, 'exit')
  while ((await asksFor(name, call)) === before) {
    assert.equal(child.exitCode, null, 'it dies while it asks')
    await pause(10)
  }
  child.kill('SIGKILL')
  await ended
}

describe('a portal that is killed', () => {
  for (const name of ['stripe', 'paypal'] as const) {
    const { start, startUrl, agree, begins, looks, takes } = providers[name]

    for (const kind of ['hang', 'hang-after'])
      it(`${name}: while a payment starts (${kind}) leaves an order that can be paid once`, async () => {
        const order = await addOrder(buyer)
        await killWhileAsking(name, begins, kind, { method: 'POST', url: `/api/orders/${order}/${startUrl}`, body: {} })
        const id = await start(buyer, order)
        await agree(id)
        assert.equal((await pay(buyer, order, id)).status, 200)
        assert.equal(await takenFor(order), 12_345)
        assert.deepEqual((await factsOf(order)).states, ['paid'])
      })

    const steps = [
      ['before it reads the status', looks, 'hang'],
      ['before the capture', takes, 'hang'],
      ['after the capture, before it is recorded', takes, 'hang-after'],
    ] as const
    for (const [when, call, kind] of steps)
      it(`${name}: ${when}, recovers automatically`, async () => {
        const order = await addOrder(buyer)
        const id = await start(buyer, order)
        await agree(id)
        await killWhileAsking(name, call, kind, { method: 'PUT', url: `/api/orders/${order}/pay`, body: { id } })
        assert.equal((await factsOf(order)).isPaid, false)
        await healNow()
        assert.equal(await takenFor(order), 12_345)
        const { isPaid, states, audit } = await factsOf(order)
        assert.deepEqual({ isPaid, states, audit }, { isPaid: true, states: ['paid'], audit: ['order paid'] })
      })

    it(`${name}: with a capture in progress blocks others until the outcome is known`, async () => {
      const order = await addOrder(buyer)
      const id = await start(buyer, order)
      const other = name === 'stripe' ? 'paypal' : 'stripe'
      const second = await providers[other].start(buyer, order)
      await agree(id)
      await providers[other].agree(second)
      await killWhileAsking(name, takes, 'hang-after', { method: 'PUT', url: `/api/orders/${order}/pay`, body: { id } })
      assert.equal((await pay(buyer, order, second)).status, 409)
      await healNow()
      assert.equal(await takenFor(order), 12_345)
      assert.equal((await pay(buyer, order, id)).status, 200)
    })
  }

  it('has logged no key, no secret and no card', () => {
    const log = printed.join('')
    assert.match(log, /"method":"PUT"/)
    for (const secret of [
      'sk_test_',
      'whsec_',
      'double-password',
      '_secret_',
      '4242424242424242',
      'Bearer ',
      buyer.token,
    ])
      assert.ok(!log.includes(secret), secret)
  })
})
