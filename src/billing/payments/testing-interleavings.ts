import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { startSimulators } from './testing-simulators.ts'
import { payingWith } from './testing-orders.ts'

const permutations = <T>(things: readonly T[]): T[][] =>
  things.length <= 1
    ? [[...things]]
    : things.flatMap((first, index) => permutations(things.toSpliced(index, 1)).map((rest) => [first, ...rest]))

const names = [
  'the browser says so',
  'the browser says so again',
  'the webhook comes',
  'the webhook comes again',
  'the reconciliation runs',
] as const

type Sequence = (typeof names)[number][]

/** Sequences in which each repetition follows its first occurrence. */
const sequences: Sequence[] = permutations(names).filter(
  (order) =>
    order.indexOf('the browser says so') < order.indexOf('the browser says so again') &&
    order.indexOf('the webhook comes') < order.indexOf('the webhook comes again'),
)

interface Extent {
  /** Which of the 30 sequences to run. */
  choose(all: Sequence[]): Sequence[]
  /** How often all steps run concurrently. */
  rounds: number
}

/** Tests that browser, webhook and reconciliation capture exactly once in any order. */
export const interleavePayments = async ({ choose, rounds }: Extent): Promise<void> => {
  const simulators = await startSimulators()
  const { stripe, paypal } = simulators
  const portal = await startTestPortal({ environment: simulators.environment })
  const { addOrder, startStripe, startPayPal, pay, deliver, messagesAbout, factsOf, takenFor, healNow } = payingWith(
    portal,
    simulators,
  )
  const buyer = await portal.addUser()

  /** An approved order and the steps that may follow, in any order. */
  const agreed = async (provider: 'stripe' | 'paypal') => {
    const order = await addOrder(buyer)
    const id = await (provider === 'stripe' ? startStripe : startPayPal)(buyer, order)
    await (provider === 'stripe' ? stripe.pull('confirm', { id }) : paypal.pull('approve', { id }))
    const webhook = async () => {
      for (const message of await messagesAbout(provider, id)) await deliver(provider, message)
      await portal.worker.drain()
    }
    const steps = {
      'the browser says so': () => pay(buyer, order, id),
      'the browser says so again': () => pay(buyer, order, id),
      'the webhook comes': webhook,
      'the webhook comes again': webhook,
      'the reconciliation runs': healNow,
    }
    return { order, id, steps }
  }

  const holds = async (order: string, what: string) => {
    assert.equal(await takenFor(order), 12_345, `${what}: taken once`)
    const { isPaid, states, audit } = await factsOf(order)
    assert.deepEqual({ isPaid, states, audit }, { isPaid: true, states: ['paid'], audit: ['order paid'] }, what)
  }

  for (const provider of ['stripe', 'paypal'] as const)
    describe(`browser, webhook and retry with ${provider}`, () => {
      it('capture once in any sequence', { timeout: 120_000 }, async () => {
        for (const sequence of choose(sequences)) {
          const { order, steps } = await agreed(provider)
          for (const name of sequence) await steps[name]()
          await holds(order, sequence.join(', '))
        }
      })

      it('each captures alone', async () => {
        for (const name of names) {
          const { order, steps } = await agreed(provider)
          await steps[name]()
          await holds(order, name)
        }
      })

      it('capture once when they run concurrently', { timeout: 120_000 }, async () => {
        for (let round = 0; round < rounds; round++) {
          const { order, id, steps } = await agreed(provider)
          await Promise.all([...names.map((name) => steps[name]()), pay(buyer, order, id), pay(buyer, order, id)])
          await healNow()
          await holds(order, `round ${round}`)
        }
      })
    })

  describe('a card and a wallet for the same order', () => {
    it('capture once, whichever is first and whatever is lost', { timeout: 120_000 }, async () => {
      for (let round = 0; round < rounds; round++) {
        const order = await addOrder(buyer)
        const [card, wallet] = [await startStripe(buyer, order), await startPayPal(buyer, order)]
        await Promise.all([stripe.pull('confirm', { id: card }), paypal.pull('approve', { id: wallet })])
        if (round % 3 === 1) await stripe.plan('POST /v1/payment_intents/.*/capture', 'cut-after')
        if (round % 3 === 2) await paypal.plan('POST /v2/checkout/orders/.*/capture', 'cut-after')
        const messages = [
          ...(await messagesAbout('stripe', card)).map((message) => ['stripe', message] as const),
          ...(await messagesAbout('paypal', wallet)).map((message) => ['paypal', message] as const),
        ]
        await Promise.all([
          pay(buyer, order, card),
          pay(buyer, order, wallet),
          ...messages.map(([provider, message]) => deliver(provider, message)),
          portal.worker.drain(),
        ])
        await Promise.all([stripe.pull('forget'), paypal.pull('forget')])
        await healNow()
        await healNow()
        assert.equal(await takenFor(order), 12_345, `round ${round}`)
        const { isPaid, states, audit } = await factsOf(order)
        assert.equal(isPaid, true)
        assert.deepEqual(audit, ['order paid'])
        assert.equal(states.filter((state) => state === 'paid').length, 1)
      }
    })
  })
}
