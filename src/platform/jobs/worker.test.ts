import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { transaction } from '../db/connect.ts'
import { untilWaiting } from '../db/testing-waiting.ts'
import { startTestPortal } from '#portal/testing.ts'
import { enqueue, wakeJob } from './queue.ts'
import { makeWorker, Postponed } from './worker.ts'

const portal = await startTestPortal()

const workerFor = (kind: string, run: (payload: Record<string, string>) => Promise<void>, mostAttempts = 12) => {
  const worker = makeWorker(portal.db, portal.http.log)
  worker.add({ kind, run, mostAttempts })
  return worker
}

const jobsOf = (kind: string) => portal.db.selectFrom('job').selectAll().where('kind', '=', kind).execute()
const makeDue = (kind: string) =>
  portal.db
    .updateTable('job')
    .set({ run_at: sql<Date>`now()` })
    .where('kind', '=', kind)
    .execute()

describe('a job', () => {
  it('exists only if the transaction that queued it commits', async () => {
    const done: string[] = []
    const worker = workerFor('kept', async ({ name = '' }) => void done.push(name))
    await transaction(portal.db, (tx) => enqueue(tx, { kind: 'kept', payload: { name: 'committed' } }))
    await assert.rejects(
      transaction(portal.db, async (tx) => {
        await enqueue(tx, { kind: 'kept', payload: { name: 'rolled back' } })
        throw new Error('no')
      }),
    )
    await worker.drain()
    assert.deepEqual(done, ['committed'])
    assert.deepEqual(await jobsOf('kept'), [])
  })

  it('is queued once per key', async () => {
    let runs = 0
    const worker = workerFor('keyed', async () => void runs++)
    for (let time = 0; time < 3; time++) await enqueue(portal.db, { kind: 'keyed', key: 'same' })
    await worker.drain()
    assert.equal(runs, 1)
  })

  it('is run by one of several workers, in the order of its lane', async () => {
    const done: string[] = []
    const run = async ({ name = '' }: Record<string, string>) => void done.push(name)
    const names = Array.from({ length: 30 }, (_, index) => String(index))
    for (const name of names) await enqueue(portal.db, { kind: 'ordered', lane: 'one', payload: { name } })
    const workers = Array.from({ length: 3 }, () => workerFor('ordered', run))
    while ((await jobsOf('ordered')).length > 0) await Promise.all(workers.map((worker) => worker.drain()))
    assert.deepEqual(done, names)
  })

  it('that fails is retried, and finally set aside with its error', async () => {
    let runs = 0
    const worker = workerFor(
      'failing',
      async () => {
        runs++
        throw new Error('no mail server')
      },
      2,
    )
    await enqueue(portal.db, { kind: 'failing' })
    await worker.drain()
    const [waiting] = await jobsOf('failing')
    assert.ok(waiting && waiting.run_at > new Date() && waiting.failed_at === null)
    await makeDue('failing')
    await worker.drain()
    await makeDue('failing')
    await worker.drain()
    const [aside] = await jobsOf('failing')
    assert.equal(runs, 2)
    assert.ok(aside?.failed_at)
    assert.equal(aside.last_error, 'no mail server')
  })

  it('that recurs clears its failures when it postpones itself', async () => {
    let isBroken = true
    const worker = makeWorker(portal.db, portal.http.log)
    worker.add({
      kind: 'daily',
      recurs: {},
      run: async () => {
        if (isBroken) throw new Error('broken')
        throw new Postponed(60, 'Again in a minute.')
      },
    })
    await worker.queueRecurring()
    await worker.drain()
    isBroken = false
    await makeDue('daily')
    await worker.drain()
    const [daily] = await jobsOf('daily')
    assert.deepEqual([daily?.attempts, daily?.last_error], [0, 'Again in a minute.'])
  })

  for (const [end, outcome] of [
    ['ends', null],
    ['postpones itself', new Postponed(600, 'Again in ten minutes.')],
    ['fails', new Error('no answer')],
  ] as const)
    it(`that is woken while it ${end} runs again immediately`, async () => {
      const kind = `woken as it ${end}`
      let runs = 0
      const worker = workerFor(kind, async () => {
        runs++
        if (runs === 1) await wakeJob(portal.db, { kind, key: 'only' })
        if (outcome) throw outcome
      })
      await enqueue(portal.db, { kind, key: 'only' })
      await worker.drain()
      assert.equal(runs, 2)
      assert.equal((await jobsOf(kind)).length, outcome ? 1 : 0)
    })

  it('that postpones its lane stays first in the lane', async () => {
    const done: string[] = []
    let isDown = true
    const worker = workerFor('outage', async ({ name = '' }) => {
      if (isDown) throw new Postponed(30, 'down', { wholeLane: true })
      done.push(name)
    })
    for (const name of ['first', 'second', 'third']) await enqueue(portal.db, { kind: 'outage', payload: { name } })
    await worker.drain()
    assert.deepEqual(done, [])
    const [lane] = await portal.db.selectFrom('lane').selectAll().where('name', '=', 'outage').execute()
    assert.equal(lane?.reason, 'down')
    isDown = false
    await portal.db.updateTable('lane').set({ paused_until: null }).where('name', '=', 'outage').execute()
    await worker.drain()
    assert.deepEqual(done, ['first', 'second', 'third'])
  })

  it('that postpones its lane does not deadlock with another process that claims from it', async () => {
    const [running, laneHeld, postponing] = [1, 2, 3].map(() => Promise.withResolvers<void>())
    const worker = workerFor('crossing', async () => {
      running?.resolve()
      await laneHeld?.promise
      throw new Postponed(30, 'down', { wholeLane: true })
    })
    await enqueue(portal.db, { kind: 'crossing' })
    const claiming = portal.db.transaction().execute(async (tx) => {
      await running?.promise
      await sql`select from lane where name = 'crossing' for update`.execute(tx)
      laneHeld?.resolve()
      await postponing?.promise
      await sql`update job set attempts = attempts where kind = 'crossing'`.execute(tx)
    })
    const drained = worker.drain()
    await untilWaiting(portal.owner)
    postponing?.resolve()
    await Promise.all([claiming, drained])
    const [lane] = await portal.db.selectFrom('lane').selectAll().where('name', '=', 'crossing').execute()
    assert.equal(lane?.reason, 'down')
  })

  it('of a dead process is taken over when its lease has expired', async () => {
    const done: string[] = []
    await enqueue(portal.db, { kind: 'orphan', payload: { name: 'orphan' } })
    await portal.db
      .updateTable('job')
      .set({ locked_until: sql<Date>`now() + interval '1 hour'` })
      .where('kind', '=', 'orphan')
      .execute()
    const worker = workerFor('orphan', async ({ name = '' }) => void done.push(name))
    await worker.drain()
    assert.deepEqual(done, [])
    await portal.db
      .updateTable('job')
      .set({ locked_until: sql<Date>`now() - interval '1 second'` })
      .where('kind', '=', 'orphan')
      .execute()
    await worker.drain()
    assert.deepEqual(done, ['orphan'])
  })

  it('that is running when the worker stops may finish, and no new one starts', async () => {
    const done: string[] = []
    const [running, letFinish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const worker = makeWorker(portal.db, portal.http.log)
    worker.add({
      kind: 'finishing',
      run: async ({ name = '' }, signal) => {
        running.resolve()
        await letFinish.promise
        assert.ok(!signal.aborted)
        done.push(name)
      },
    })
    for (const name of ['first', 'second']) await enqueue(portal.db, { kind: 'finishing', payload: { name } })
    worker.start()
    await running.promise
    const stopped = worker.stop()
    letFinish.resolve()
    await stopped
    assert.deepEqual(done, ['first'])
    assert.equal((await jobsOf('finishing')).length, 1)
  })
})
