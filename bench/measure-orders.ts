import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { names } from './case-names.ts'
import type { DatabaseSample, BenchPerson } from './sample-database.ts'
import { bearerHeaders } from './make-calls.ts'
import { type Calls, measure, measureBeside, type Measured, type Target, turns, warmUpSeconds } from './measure.ts'
import type { BenchCall } from './open-line.ts'
import { numbersFrom } from '#shared/testing-chance.ts'

interface Placing {
  known: DatabaseSample
  pool: pg.Pool
  portal: Target
  /** The bare transaction on the portal's own tables. */
  floor: Target
  seconds: number
}

const linesEach = 5

/**
 * Orders of five lines with a code sent beforehand, each with a new idempotency key; and the same lines as bare
 * transactions.
 */
export const measureOrders = async (placing: Placing, connections: number): Promise<Measured[]> => {
  const { known, portal, seconds } = placing
  const ids = known.productIds
  const load = { connections, seconds }
  const warm = { connections, seconds: seconds / 4 }
  const bare = endless(ids)
  await measure('warm-up', placing.floor, bare, warm)
  const floor = await measure(names.orderFloor, placing.floor, bare, load)
  // The portal never places more orders than its floor.
  const count = ({ seconds: time }: typeof warm) => Math.ceil(floor.perSecond * time) + connections
  await measure('warm-up', portal, await prepare(placing, ids, count(warm)), warm)
  const placed = await measureBeside(
    names.placeOrder,
    {
      target: portal,
      calls: await prepare(placing, ids, count({ connections, seconds: seconds + turns * warmUpSeconds })),
      floor: { name: names.orderFloor, target: placing.floor, calls: bare },
    },
    { connections, seconds: 2 * seconds },
  )
  return [floor, placed]
}

const random = numbersFrom(2)

const linesOf = (ids: readonly string[]) => {
  const chosen = new Set<string>()
  while (chosen.size < Math.min(linesEach, ids.length)) chosen.add(ids[Math.floor(random() * ids.length)] ?? '')
  return [...chosen].map((_id) => ({ _id, quantity: 1 }))
}

const orderOf = (ids: readonly string[], otp: string) =>
  JSON.stringify({ orderItems: linesOf(ids), shippingMethod: 'UPS GROUND', purchaseOrder: 'BENCH', otp })

const endless =
  (ids: readonly string[]): Calls =>
  () => ({ method: 'POST', path: '/', body: orderOf(ids, '000000') })

let nextCustomer = 0

/**
 * Requests order codes for the next customers and reads them from the queued emails; a customer has one code at a time.
 */
const prepare = async ({ known, pool, portal }: Placing, ids: readonly string[], wanted: number): Promise<Calls> => {
  const count = Math.min(known.customers.length, wanted)
  const customers = Array.from(
    { length: count },
    () => known.customers[nextCustomer++ % known.customers.length] as BenchPerson, // there is at least one
  )
  const { rows: marks } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  await sendCodes(portal, customers)
  const { rows } = await pool.query<{ recipient: string; subject: string }>(
    `select recipient, subject from mail where subject like 'Your verification code%' and created_at > $1
     order by created_at, id`,
    [marks[0]?.now],
  )
  const codes = new Map(rows.map(({ recipient, subject }) => [recipient, /\d{6}/.exec(subject)?.[0] ?? '']))
  const calls = customers.map((customer): BenchCall => ({
    method: 'POST',
    path: '/api/orders',
    headers: { ...bearerHeaders(customer), 'idempotency-key': randomUUID() },
    body: orderOf(ids, codes.get(customer.email) ?? ''),
  }))
  return () => calls.pop() ?? null
}

const sendCodes = async (portal: Target, customers: readonly BenchPerson[]): Promise<void> => {
  const calls = customers.map((customer): BenchCall => ({
    method: 'POST',
    path: `/api/orders/sendOTP/${customer.id}`,
    headers: bearerHeaders(customer),
  }))
  const sent = await measure('codes', portal, () => calls.pop() ?? null, { connections: 16, seconds: 60 })
  if (sent.failures > 0) throw new Error(`Codes could not be sent: ${sent.failure}`)
}
