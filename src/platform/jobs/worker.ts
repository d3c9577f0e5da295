import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { transaction } from '../db/connect.ts'
import { prepareStatement } from '../db/prepare-statement.ts'
import type { Db, Row, Tx } from '../db/tables.ts'
import { enqueue, type NewJob } from './queue.ts'

type Job = Row<'job'>

/** Thrown by a job to retry it (or its whole lane) later, without counting the attempt. */
export class Postponed extends Error {
  readonly seconds: number
  readonly wholeLane: boolean

  constructor(seconds: number, reason: string, { wholeLane = false } = {}) {
    super(reason)
    this.seconds = seconds
    this.wholeLane = wholeLane
  }
}

interface JobKind {
  kind: string
  run: (payload: Record<string, string>, signal: AbortSignal) => Promise<void>
  /** Attempts before the job is set aside for an operator; the delay between them doubles from 5 s to 10 min. */
  mostAttempts?: number
  /** Only changes this database and notifies no one, so it may run while the jobs of a restored copy are on hold. */
  isInternal?: true
  /** A single recurring job, queued at startup, which postpones itself. */
  recurs?: Pick<NewJob, 'lane' | 'delaySeconds'>
}

export type AddJob = (kind: JobKind) => void

export interface Worker {
  add: AddJob
  queueRecurring(): Promise<void>
  start(): void
  /** Runs all due jobs and returns when none is left; for tests and operator commands. */
  drain(): Promise<void>
  wake(): void
  /** Stops claiming jobs and waits for the running ones, which are aborted after ten seconds. */
  stop(): Promise<void>
}

const leaseSeconds = 15
const lookEveryMilliseconds = 1_000
const patienceMilliseconds = 10_000
/** Every order sends a notification; this debounces the lookups. */
const betweenWakesMilliseconds = 50

/** Wraps each job, for example in a trace span, and rethrows its errors. */
export type AroundJob = (kind: string, run: () => Promise<void>) => Promise<void>

export const makeWorker = (db: Db, log: FastifyBaseLogger, aroundJob: AroundJob = (_kind, run) => run()): Worker => {
  const kinds = new Map<string, JobKind>()
  const stopping = new AbortController()
  const aborting = new AbortController()
  const running = new Map<string, Promise<void>>()
  let wakeUp: () => void = () => {}
  let loop: Promise<void> | null = null
  let lastWake = 0
  let nextWake: NodeJS.Timeout | null = null

  /** Starts a job in every lane that has one due; returns whether any was started. */
  const startDue = async (): Promise<boolean> => {
    if (kinds.size === 0) return false
    let started = false
    while (!stopping.signal.aborted) {
      const all = [...kinds.values()]
      const job = await lockJob(db, {
        kinds: all.map(({ kind }) => kind),
        internal: all.filter(({ isInternal }) => isInternal).map(({ kind }) => kind),
      })
      const kind = job && kinds.get(job.kind)
      if (!job || !kind) return started
      if (stopping.signal.aborted) {
        await giveBack(db, job.id)
        return started
      }
      started = true
      const finished = runJob({ db, log, job, kind, aroundJob }, aborting.signal).finally(() => {
        running.delete(job.id)
        wakeUp()
      })
      running.set(job.id, finished)
    }
    return started
  }

  const wakeNow = () => {
    nextWake = null
    lastWake = Date.now()
    wakeUp()
  }

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const { promise: woken, resolve } = Promise.withResolvers<void>()
      wakeUp = resolve
      const timer = setTimeout(resolve, lookEveryMilliseconds)
      await startDue().catch((error: unknown) => log.warn({ err: error }, 'cannot fetch jobs'))
      await woken
      clearTimeout(timer)
    }
  }

  return {
    add: (kind) => void kinds.set(kind.kind, kind),
    queueRecurring: () =>
      enqueue(
        db,
        ...[...kinds.values()].flatMap(({ kind, recurs }) => (recurs ? [{ kind, key: 'only', ...recurs }] : [])),
      ),
    start: () => {
      loop ??= work()
    },
    drain: async () => {
      while ((await startDue()) || running.size > 0) await Promise.all(running.values())
    },
    wake: () => {
      nextWake ??= setTimeout(wakeNow, Math.max(0, lastWake + betweenWakesMilliseconds - Date.now()))
    },
    stop: async () => {
      stopping.abort()
      if (nextWake) clearTimeout(nextWake)
      wakeUp()
      await loop
      const patience = setTimeout(() => aborting.abort(), patienceMilliseconds)
      await Promise.all(running.values())
      clearTimeout(patience)
    },
  }
}

interface Run {
  db: Db
  log: FastifyBaseLogger
  job: Job
  kind: JobKind
  aroundJob: AroundJob
}

const runJob = async (run: Run, signal: AbortSignal): Promise<void> => {
  const { db, log, job, kind, aroundJob } = run
  const heartbeat = setInterval(() => void renew(db, job.id).catch(() => {}), (leaseSeconds * 1_000) / 3)
  try {
    await aroundJob(kind.kind, () => kind.run(job.payload, signal))
    await finish(db, job)
  } catch (error) {
    const putBack = error instanceof Postponed ? postpone(run, error) : fail(run, error)
    await putBack.catch((again: unknown) => log.error({ err: again }))
  } finally {
    clearInterval(heartbeat)
  }
}

/** `wakeJob` changed `run_at` while the job ran. */
const isWoken = ({ run_at }: Job) => sql<boolean>`date_trunc('milliseconds', run_at) <> ${run_at}::timestamptz`

const finish = async (db: Db, job: Job): Promise<void> => {
  const done = await db
    .deleteFrom('job')
    .where('id', '=', job.id)
    .where(({ not }) => not(isWoken(job)))
    .executeTakeFirst()
  if (done.numDeletedRows === 0n)
    await db.updateTable('job').set({ locked_until: null, attempts: 0 }).where('id', '=', job.id).execute()
}

const fail = async ({ db, log, job, kind: { mostAttempts = 12 } }: Run, error: unknown): Promise<void> => {
  const isLast = job.attempts >= mostAttempts
  log.error({ err: error, job: job.kind, attempts: job.attempts, setAside: isLast }, 'job failed')
  const wait = Math.min(600, 5 * 2 ** (job.attempts - 1))
  await db
    .updateTable('job')
    .set({
      locked_until: null,
      last_error: (error instanceof Error ? error.message : String(error)).slice(0, 1_000),
      run_at: later(job, wait),
      ...(isLast && { failed_at: sql<Date>`now()` }),
    })
    .where('id', '=', job.id)
    .execute()
}

const after = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** A job that was woken while it ran keeps its new `run_at`. */
const later = (job: Job, seconds: number) => sql<Date>`case when ${isWoken(job)} then run_at else ${after(seconds)} end`

interface Runnable {
  kinds: string[]
  /** Kinds that run while jobs are on hold. */
  internal: string[]
}

/** Lanes with a due job, neither paused nor busy, by due time; a loose index scan reads no waiting jobs. */
const dueLanes = prepareStatement(
  (_db, { kinds, internal }: Runnable) => sql<{ lane: string; kinds: string[] }>`
    with recursive runnable as materialized (
      select case when exists (select from job_hold) then ${internal}::text[] else ${kinds}::text[] end as kinds
    ), waiting as (
      select min(lane) as lane from job where failed_at is null
      union all
      select (select min(job.lane) from job where job.failed_at is null and job.lane > waiting.lane)
      from waiting where waiting.lane is not null
    )
    select waiting.lane, runnable.kinds from waiting cross join runnable
    cross join lateral (
      select run_at, created_at from job
      where job.lane = waiting.lane and kind = any(runnable.kinds) and failed_at is null and run_at <= now()
        and (locked_until is null or locked_until < now())
      order by created_at, id limit 1
    ) first_due
    where not exists (select from lane where lane.name = waiting.lane and lane.paused_until > now())
      and not exists (
        select from job busy
        where busy.lane = waiting.lane and busy.locked_until >= now() and busy.locked_until is not null
          and busy.failed_at is null)
    order by first_due.run_at, first_due.created_at limit 8`,
)

/** Leases the oldest due job of a lane that is neither paused nor busy to this process. */
const lockJob = async (db: Db, runnable: Runnable): Promise<Job | undefined> => {
  const lanes = await dueLanes(db, runnable)
  return lanes.length === 0 ? undefined : transaction(db, (tx) => jobLock(tx, lanes))
}

const jobLock = async (tx: Tx, lanes: { lane: string; kinds: string[] }[]): Promise<Job | undefined> => {
  for (const { lane, kinds } of lanes) {
    await tx
      .insertInto('lane')
      .values({ name: lane })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const free = await tx
      .selectFrom('lane')
      .select('name')
      .where('name', '=', lane)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!free) continue
    const job = await sql<Job>`
        update job set locked_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
        where id = (
          select id from job
          where lane = ${lane} and kind = any(${kinds}) and failed_at is null and run_at <= now()
            and (locked_until is null or locked_until < now())
            and not exists (
              select from job busy
              where busy.lane = ${lane} and busy.locked_until >= now() and busy.locked_until is not null
                and busy.failed_at is null)
          order by created_at, id limit 1)
        returning *`.execute(tx)
    if (job.rows[0]) return job.rows[0]
  }
  return undefined
}

/** Releases a job that was claimed while the worker was stopping, so that another worker can run it right away. */
const giveBack = (db: Db, id: string) =>
  db
    .updateTable('job')
    .set({ locked_until: null, attempts: sql`attempts - 1` })
    .where('id', '=', id)
    .execute()

const renew = (db: Db, id: string) =>
  db
    .updateTable('job')
    .set({ locked_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', id)
    .where('locked_until', 'is not', null)
    .execute()

/** Locks the lane before the job, in the same order as a claim; the reverse order could deadlock. */
const postpone = ({ db, job, kind }: Pick<Run, 'db' | 'job' | 'kind'>, { seconds, wholeLane, message }: Postponed) =>
  transaction(db, async (tx) => {
    if (wholeLane)
      await tx
        .updateTable('lane')
        .set({ paused_until: after(seconds), reason: message.slice(0, 1_000) })
        .where('name', '=', job.lane)
        .execute()
    await tx
      .updateTable('job')
      .set({
        locked_until: null,
        // A recurring job that postpones itself has succeeded, which resets its failures.
        attempts: kind.recurs ? 0 : sql`attempts - 1`,
        last_error: message.slice(0, 1_000),
        // While the lane is paused the job keeps its place at the head.
        ...(!wholeLane && { run_at: later(job, seconds) }),
      })
      .where('id', '=', job.id)
      .execute()
  })
