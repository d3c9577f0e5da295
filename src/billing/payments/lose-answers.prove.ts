import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { startSimulators } from './testing-simulators.ts'
import { payingWith } from './testing-orders.ts'

const simulators = await startSimulators()
const { stripe, paypal } = simulators
const portal = await startTestPortal({ environment: simulators.environment })
const { addOrder, startStripe, startPayPal, pay, factsOf, takenFor, healNow } = payingWith(portal, simulators)
const buyer = await portal.addUser()

const stripeTakes = 'POST /v1/payment_intents/.*/capture'
const payPalTakes = 'POST /v2/checkout/orders/.*/capture'

for (const [name, simulator, takes, start, agree] of [
  ['stripe', stripe, stripeTakes, startStripe, 'confirm'],
  ['paypal', paypal, payPalTakes, startPayPal, 'approve'],
] as const)
  test(
    `${name}: the portal times out on a provider that never answers, and checks again`,
    { timeout: 60_000 },
    async () => {
      const order = await addOrder(buyer)
      const id = await start(buyer, order)
      await simulator.pull(agree, { id })
      await simulator.plan(takes, 'hang-after', { times: 2 })
      assert.equal((await pay(buyer, order, id)).status, 502)
      await simulator.pull('forget')
      await healNow()
      assert.equal((await factsOf(order)).isPaid, true)
      assert.equal(await takenFor(order), 12_345)
    },
  )
