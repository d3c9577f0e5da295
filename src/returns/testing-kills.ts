import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { assertLedgerSums } from '#catalog/testing-orders.ts'
import { startChance } from '#platform/testing-seed.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { databaseUrl, type PortalProcess, startProcess } from '#portal/testing-process.ts'
import { returning } from './testing-returns.ts'

const chance = startChance()
const portal = await startTestPortal()
const { db, config } = portal
const { ship, line } = returning(portal)
const buyer = await portal.addUser({ account_number: '1000001' })
const admin = await portal.addUser({ is_admin: true, account_number: '' })

const sideBySide = 4

let serving: Promise<PortalProcess>
const start = () => {
  serving = startProcess({
    DATABASE_URL: databaseUrl(portal.connection),
    DEMO: '0',
    SECOND_FACTOR: 'optional',
    REQUIRE_LICENSE: '0',
    RATE_LIMITS: '0',
    TRAIL_KEY: config.TRAIL_KEY,
  })
  return serving
}

interface Sent {
  method: string
  path: string
  body?: object
  as: TestUser
  key?: string
}

/** Null if the portal died before it answered. */
const send = async ({ method, path, body, as, key }: Sent): Promise<{ status: number; body: unknown } | null> => {
  const { address } = await serving
  try {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${as.token}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  } catch {
    return null
  }
}

let interrupted = 0

/** As a browser does: repeats an unanswered act with its key or, half of the time, forgets it and looks what happened. */
const actUntil = async (isDone: () => Promise<boolean>, next: () => Promise<Sent>): Promise<void> => {
  for (let key = randomUUID(); ;) {
    const answered = await send({ ...(await next()), key })
    if (answered === null) interrupted += 1
    if (answered !== null && answered.status < 300) return
    if (await isDone()) return
    assert.ok(answered === null || answered.status === 409, JSON.stringify(answered))
    if (chance() < 0.5) key = randomUUID()
    await pause(20)
  }
}

const returnOf = (order: string) =>
  db.selectFrom('return_request').selectAll().where('order_id', '=', order).executeTakeFirst()
const stateOf = async (order: string) => (await returnOf(order))?.state ?? null

/** One piece is shipped, requested, authorized, received with a restock, and credited. */
const live = async (): Promise<string> => {
  const { order } = await ship(buyer, [{ quantity: 1 }])
  const step = (done: string, path: string, body: object, as = admin) =>
    actUntil(
      async () => (await stateOf(order)) === done,
      async () => {
        const found = await returnOf(order)
        return { method: 'PUT', path: `/api/returns/${found?.id}/${path}`, body: { __v: found?.version, ...body }, as }
      },
    )
  await actUntil(
    async () => (await stateOf(order)) !== null,
    async () => ({ method: 'POST', path: '/api/returns', body: { order, contact: 'Ada', lines: [line()] }, as: buyer }),
  )
  await step('authorized', 'authorization', { answer: 'Ship to dock 4.' })
  await step('received', 'receipt', { lines: [{ lineNo: 1, quantity: 1, condition: 'sound', restock: 1 }] })
  await step('credited', 'credit', { creditNumber: `CM-${order.slice(-12)}` })
  return order
}

interface Proof {
  acts: number
  kills: number
}

/** Every act on a return happens once or not at all, whenever the portal is killed. */
export const proveKills = async ({ acts: actCount, kills: killCount }: Proof): Promise<void> => {
  await start()
  const lives = Array.from({ length: Math.ceil(actCount / 4) }, (_, at) => at)
  const orders: string[] = []
  const lanes = Array.from({ length: sideBySide }, async () => {
    while (lives.pop() !== undefined) orders.push(await live())
  })
  const allDone = Promise.all(lanes)
  let isDone = false
  void allDone.finally(() => {
    isDone = true
  })
  let kills = 0
  while (!isDone && kills < killCount) {
    const { child } = await serving
    const before = await countActs()
    // A kill between acts proves nothing, so wait until some are done.
    while (!isDone && (await countActs()) < before + actCount / (killCount + 2)) await pause(2)
    await pause(chance() * 30)
    if (isDone) break
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    kills += 1
    void start()
    await gone
  }
  await allDone
  assert.equal(kills, killCount)
  for (const order of orders) {
    const { rows } = await sql<{ action: string; count: number }>`
      select action, count(*)::int as count from audit_entry where entity = 'return'
        and entity_id in (select id::text from return_request where order_id = ${order}) group by action`.execute(db)
    assert.deepEqual(Object.fromEntries(rows.map(({ action, count }) => [action, count])), {
      'return requested': 1,
      'return authorized': 1,
      'return received': 1,
      'return credited': 1,
    })
    const found = await returnOf(order)
    const mails = await db
      .selectFrom('mail')
      .select('subject')
      .where('subject', 'like', `%${found?.number}%`)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      [
        `Return request ${found?.number} was requested`,
        `Return request ${found?.number} waits for an answer (Returns)`,
        ...['authorized', 'received', 'credited'].map((step) => `RMA-${found?.number} was ${step}`),
      ],
    )
  }
  const { rows } = await sql<{ restocked: number }>`
    select sum(quantity)::int as restocked from stock_movement where note like 'RMA-%'`.execute(db)
  assert.equal(rows[0]?.restocked, orders.length)
  await assertLedgerSums(portal)
  process.stdout.write(`${orders.length * 4} acts, ${kills} kills, ${interrupted} acts interrupted\n`)
}

const countActs = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry where entity = 'return'`.execute(db)
  return rows[0]?.count ?? 0
}
