import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createByd } from '#erp/byd/byd.ts'
import { addOrder, makeDue, orderIn } from '#erp/testing-orders.ts'
import { erpAccount, simulatorConfig, startTestSimulator, until } from '#erp/testing-simulator.ts'
import { startChance } from '#platform/testing-seed.ts'
import { startTestPortal } from '#portal/testing.ts'
import type { ServingOrders } from './testing-worker.ts'

const chance = startChance()
const simulator = await startTestSimulator()
const erp = createByd(simulatorConfig(simulator))
const portal = await startTestPortal()
const { db, config } = portal
const buyer = await portal.addUser({ account_number: erpAccount })

const sideBySide = 4

let serving: Promise<{ child: ChildProcess; address: string }>
const start = () => {
  const orders: ServingOrders = {
    connection: portal.connection,
    environment: {
      ...simulator.environment,
      DEMO: '1',
      LOG_LEVEL: 'silent',
      DATABASE_URL: 'postgres://localhost/unused',
      SECOND_FACTOR: 'optional',
      REQUIRE_LICENSE: '0',
      RATE_LIMITS: '0',
      TRAIL_KEY: config.TRAIL_KEY,
    },
  }
  const child = fork(resolve(import.meta.dirname, 'testing-worker.ts'), [JSON.stringify(orders)], { execArgv: [] })
  serving = once(child, 'message').then(([address]) => ({ child, address: String(address) }))
  return serving
}
after(async () => (await serving).child.kill('SIGKILL'))

/** Null if the portal died before it answered. */
const request = async (order: string, from: number, to: number, key: string): Promise<number | null> => {
  const { address } = await serving
  try {
    const answer = await fetch(`${address}/api/orders/${order}/changes`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${buyer.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ lines: [{ line: 1, from, to }] }),
    })
    await answer.json()
    return answer.status
  } catch {
    return null
  }
}

let interrupted = 0
let acts = 0

const linesOf = (order: string) =>
  db
    .selectFrom('order_change_line as line')
    .innerJoin('order_change as change', 'change.id', 'line.change_id')
    .where('order_id', '=', order)
    .orderBy('from_quantity', 'desc')
    .select(['from_quantity as from', 'to_quantity as to', 'state', 'ended_at as endedAt'])
    .execute()

/** As a browser does: repeats an unanswered act with its key or, half of the time, forgets it and looks what happened. */
const act = async (order: string, from: number, to: number): Promise<void> => {
  for (let key = randomUUID(); ;) {
    const status = await request(order, from, to, key)
    if (status === null) interrupted += 1
    if (status === 200 || (await linesOf(order)).some((line) => line.from === from)) break
    assert.ok(status === null || status === 409, String(status))
    // Its order may be with the warehouse already.
    if (status === 409) return
    if (chance() < 0.5) key = randomUUID()
    await pause(20)
  }
  await until(async () => (await linesOf(order)).every(({ endedAt }) => endedAt !== null), 'the change has an outcome')
  acts += 1
}

/** Ten pieces, of which four and then all others are canceled; every fifth order ships in between. */
const live = async (at: number): Promise<string> => {
  const facts = { business_id: buyer.businessId, user_id: buyer._id, placed_by: buyer._id }
  const { id } = await addOrder(db, { ...facts, quantity: 10, items_price: 125, total_price: 125 })
  await until(async () => (await orderIn(db, id)).erp_state === 'linked', 'it is linked')
  await act(id, 10, 6)
  const [first] = await linesOf(id)
  if (at % 5 === 0) {
    const { erp_id } = await orderIn(db, id)
    await simulator.deliver(String(erp_id), [{ line: '10', quantity: '1' }])
  }
  await act(id, first?.state === 'done' ? 6 : 10, at % 2 === 0 ? 0 : 3)
  return id
}

interface Proof {
  acts: number
  kills: number
}

/** Every change of an exported order reaches the ERP once or not at all, and the page says which. */
export const proveChanges = async ({ acts: actCount, kills: killCount }: Proof): Promise<void> => {
  await start()
  await simulator.plan(
    ...['MERGE khsalesorder/ItemScheduleLineCollection', 'POST khsalesorder/*'].flatMap((on) => [
      { on, kind: 'reset-after', p: 0.12 },
      { on, kind: 'reset-before', p: 0.08 },
      { on, kind: 'truncate', p: 0.05 },
    ]),
  )
  const lives = Array.from({ length: Math.ceil(actCount / 2) }, (_, at) => at)
  const orders: string[] = []
  const lanes = Array.from({ length: sideBySide }, async () => {
    for (let at = lives.pop(); at !== undefined; at = lives.pop()) orders.push(await live(at))
  })
  const allDone = Promise.all(lanes)
  let isDone = false
  void allDone.finally(() => {
    isDone = true
  })
  let kills = 0
  while (!isDone && kills < killCount) {
    const { child } = await serving
    const before = acts
    // A kill between acts proves nothing, so wait until some are done.
    while (!isDone && acts < before + actCount / (killCount + 2)) await pause(2)
    await pause(chance() * 60)
    if (isDone) break
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    kills += 1
    await gone
    await makeDue(db)
    void start()
  }
  await allDone
  assert.equal(kills, killCount)
  await simulator.forgetFaults()
  const states = { done: 0, tooLate: 0, refused: 0, asked: 0 }
  for (const id of orders) states[await checkOrder(id)] += 1
  process.stdout.write(
    `${acts} acts, ${kills} kills, ${interrupted} acts interrupted, last outcomes ${JSON.stringify(states)}\n`,
  )
}

/** The ERP has what the page says, and each act left one request. Returns the last outcome. */
const checkOrder = async (id: string) => {
  const lines = await linesOf(id)
  const { rows } = await erp.ordersByNumber([(await orderIn(db, id)).erp_id ?? ''])
  const [item] = rows[0]?.lines ?? []
  const inErp = rows[0]?.isCancelled || item?.isCancelled ? 0 : (item?.quantity ?? 0)
  const lowest = Math.min(10, ...lines.flatMap(({ state, to }) => (state === 'done' ? [to] : [])))
  assert.equal(inErp, lowest, `the ERP has ${inErp}, and the page says ${JSON.stringify(lines)}`)
  assert.equal(new Set(lines.map(({ from }) => from)).size, lines.length, 'no act has two requests')
  const order = await orderIn(db, id)
  const left = await db
    .selectFrom('order_line')
    .where('order_id', '=', id)
    .select(['quantity', 'cancelled_quantity'])
    .executeTakeFirstOrThrow()
  assert.equal(order.is_cancelled ? 0 : left.quantity - left.cancelled_quantity, lowest)
  const requested = await db
    .selectFrom('audit_entry')
    .where('entity_id', '=', id)
    .where('action', '=', 'order change requested')
    .select('id')
    .execute()
  assert.equal(requested.length, lines.length)
  return lines.at(-1)?.state ?? 'asked'
}
