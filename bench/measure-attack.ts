import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { names } from './case-names.ts'
import type { DatabaseSample, BenchPerson } from './sample-database.ts'
import { bearerHeaders } from './make-calls.ts'
import { type Calls, inTurn, measure, type Measured, type Target } from './measure.ts'
import { type BenchCall, openBenchConnection } from './open-line.ts'

interface Attacked {
  known: DatabaseSample
  pool: pg.Pool
  /** With rate limits on and behind one proxy, so that each caller has a separate address. */
  portal: Target
  calls: Calls
  seconds: number
}

/** Measures a buyer's listing without other load, and under attack from many addresses, which no rate limit stops. */
export const measureAttack = async ({ known, pool, portal, calls, seconds }: Attacked): Promise<Measured[]> => {
  const load = { connections: 1, seconds: Math.max(4, seconds) }
  const asBuyer = fromEverywhere(calls)
  await measure('warm-up', portal, asBuyer, load)
  const calm = await measure(names.calm, portal, asBuyer, load)
  const attack = beginAttack(portal.url, known, await orderOfSomeone(pool, known))
  try {
    await measure('warm-up', portal, asBuyer, { ...load, seconds: 1 })
    return [calm, await measure(names.attacked, portal, asBuyer, load)]
  } finally {
    await attack.stop()
  }
}

const beginAttack = (
  url: string,
  { customers }: DatabaseSample,
  { person, order }: { person: BenchPerson; order: string },
) => {
  let isOver = false
  const wrong = inTurn(
    ...customers.map(({ email }) => ({
      method: 'POST' as const,
      path: '/api/users/signin',
      body: JSON.stringify({ email, password: 'a guess that is wrong' }),
    })),
  )
  const document = { path: `/api/orders/${order}/confirmation`, headers: bearerHeaders(person) }

  const ask = async (calls: Calls) => {
    const line = openBenchConnection(url)
    const call = calls()
    if (call) await line.ask(call).catch(() => {})
    line.close()
  }
  const everySecond = async (times: number, calls: Calls) => {
    const asked: Promise<void>[] = []
    for (; !isOver; await pause(1_000 / times)) asked.push(ask(calls))
    await Promise.all(asked)
  }
  /** Sends the next call as soon as one is available, and shortly after a rejection. */
  const inALoop = async (call: BenchCall) => {
    const line = openBenchConnection(url)
    while (!isOver) {
      const answer = await line.ask(call).catch(() => null)
      if (!answer || answer.status >= 400) await pause(100)
    }
    line.close()
  }
  const attackers = [
    everySecond(4, fromEverywhere(inTurn(...longPaths))),
    everySecond(50, fromEverywhere(wrong)),
    ...Array.from({ length: 6 }, () => inALoop(document)),
  ]
  return {
    stop: async () => {
      isOver = true
      await Promise.all(attackers)
    },
  }
}

const long = 15_000

const longPaths = [
  `/${'a'.repeat(long)}`,
  `/api/products/search?query=${'amoxicillin+'.repeat(long / 12)}`,
  `/api/products/slug/${'%41'.repeat(long / 3)}`,
  `/api/users/InvoicesListFilter/${encodeURIComponent(`{"a":"${'['.repeat(long / 3)}"}`)}`.slice(0, long),
]

let callers = 0

/** Each call from a different network. */
const fromEverywhere =
  (calls: Calls): Calls =>
  (): BenchCall | null => {
    const call = calls()
    callers++
    const address = `10.${(callers >> 8) % 256}.${callers % 256}.1`
    return call && { ...call, headers: { ...call.headers, 'x-forwarded-for': address } }
  }

const orderOfSomeone = async (
  pool: pg.Pool,
  { customers }: DatabaseSample,
): Promise<{ person: BenchPerson; order: string }> => {
  const { rows } = await pool.query<{ id: string; owner: string }>(
    `select sales_order.id, user_id as owner from sales_order
     where user_id = any($1::uuid[]) and deleted_at is null order by sales_order.id limit 1`,
    [customers.slice(0, 100).map(({ id }) => id)],
  )
  const person = customers.find(({ id }) => id === rows[0]?.owner)
  if (!rows[0] || !person) throw new Error('No customer has an order.')
  return { person, order: rows[0].id }
}
