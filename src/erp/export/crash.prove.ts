import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { afterEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startChance } from '#platform/testing-seed.ts'
import { startTestPortal } from '#portal/testing.ts'
import { addOrder, makeDue, orderIn } from '../testing-orders.ts'
import { startTestSimulator, until } from '../testing-simulator.ts'
import type { CrashPoint, WorkerOrders } from './testing-worker.ts'

const chance = startChance()
const create = 'POST khsalesorder/SalesOrderCollection'
const simulator = await startTestSimulator()
const { db, connection } = await startTestPortal()
const environment = {
  ...simulator.environment,
  DEMO: '1',
  LOG_LEVEL: 'silent',
  DATABASE_URL: 'postgres://localhost/unused',
}

const children = new Set<ChildProcess>()
// A surviving worker would process the orders of the next test.
afterEach(() => Promise.all([...children].map(kill)))

const startWorker = (crashAt: CrashPoint = null): ChildProcess => {
  const orders: WorkerOrders = { connection, environment, crashAt }
  const child = fork(resolve(import.meta.dirname, 'testing-worker.ts'), [JSON.stringify(orders)], { execArgv: [] })
  children.add(child)
  return child
}

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  children.delete(child)
}

const isLinked = async (id: string) => (await orderIn(db, id)).erp_state === 'linked'

const assertExactlyOnce = async ({ id, reference }: { id: string; reference: string }) => {
  const inErp = await simulator.orders(reference)
  assert.equal(inErp.length, 1, `${reference} is in the ERP exactly once`)
  assert.equal((await orderIn(db, id)).erp_id, inErp[0]?.id)
}

const points: [CrashPoint, fault: string | null][] = [
  ['before-request', null],
  ['during-request', 'slow-commit'],
  ['before-saving', null],
  ['while-looking', 'reset-after'],
]

for (const [crashAt, kind] of points)
  test(`a worker killed ${crashAt?.replace('-', ' ')} leaves one order`, async () => {
    await simulator.forgetFaults()
    if (kind) await simulator.plan({ on: create, kind, nth: 1, ms: 200 })
    const order = await addOrder(db)
    const dying = startWorker(crashAt)
    const [, signal] = (await once(dying, 'exit')) as [number | null, string | null]
    assert.equal(signal, 'SIGKILL')
    assert.notEqual((await orderIn(db, order.id)).erp_state, 'linked')

    await makeDue(db)
    const next = startWorker()
    await until(() => isLinked(order.id), 'the next worker finishes it')
    await kill(next)
    await assertExactlyOnce(order)
  })

/** The full proof (500 orders, 20 kills) takes minutes; docs/erp.md explains how to run it. */
const orderCount = Number(process.env['ERP_PROOF_ORDERS'] ?? 40)
const killCount = Number(process.env['ERP_PROOF_KILLS'] ?? 6)

test('workers killed at random moments, with an ERP that loses replies, export every order once', async () => {
  await simulator.forgetFaults()
  await simulator.plan(
    { on: create, kind: 'reset-after', p: 0.12 },
    { on: create, kind: 'reset-before', p: 0.08 },
    { on: create, kind: 'slow-commit', p: 0.06, ms: 600 },
    { on: create, kind: 'status-after', p: 0.06 },
    { on: create, kind: 'truncate', p: 0.06 },
    { on: '* *', kind: 'csrf-expire', p: 0.05 },
  )
  const orders: { id: string; reference: string }[] = []
  for (let count = 0; count < orderCount; count++) orders.push(await addOrder(db))
  for (let round = 0; round < killCount; round++) {
    const child = startWorker()
    await once(child, 'spawn')
    const sent = (await simulator.requests('POST')).length
    // Nothing is sent if all orders have arrived.
    await until(async () => (await simulator.requests('POST')).length > sent, 'it sends something', 15_000).catch(
      () => {},
    )
    await pause(chance() * 120)
    await kill(child)
    await makeDue(db)
  }
  const last = [startWorker(), startWorker()]
  await until(
    async () => {
      // Skip lanes that a worker is about to change: it would lock them in another order.
      await db
        .updateTable('lane')
        .set({ paused_until: null })
        .where('name', 'in', (eb) => eb.selectFrom('lane').select('name').forUpdate().skipLocked())
        .execute()
      return (await Promise.all(orders.map(({ id }) => isLinked(id)))).every(Boolean)
    },
    'all are linked',
    60_000 + orderCount * 1_500,
  )
  await Promise.all(last.map(kill))
  for (const order of orders) await assertExactlyOnce(order)
})
