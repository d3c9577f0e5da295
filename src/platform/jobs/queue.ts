import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { prepareStatement } from '../db/prepare-statement.ts'
import type { Db, Tx } from '../db/tables.ts'

/** Channel on which the database says, after commit, that there is work; a hint only, workers also look by themselves. */
export const jobChannel = 'apotheca_job'

export interface NewJob {
  kind: string
  payload?: Record<string, string>
  /** Two waiting jobs of one kind never share a key: the second is the first. */
  key?: string
  lane?: string
  delaySeconds?: number
}

/** Queues work in the caller's transaction: the jobs exist exactly when the change does. */
export const enqueue = async (tx: Db | Tx, ...jobs: NewJob[]): Promise<void> => {
  await insertAndNotify(tx, { jobs: jobRows(jobs) })
}

/** Has a queued job run as soon as its lane is free; one that is running runs once more, as it may have looked already. */
export const wakeJob = (tx: Db | Tx, { kind, key }: Required<Pick<NewJob, 'kind' | 'key'>>) =>
  tx
    .updateTable('job')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('failed_at', 'is', null)
    .set({ run_at: sql<Date>`clock_timestamp()` })
    .execute()

/** Jobs as the text that `insertJobs` reads. */
export const jobRows = (jobs: readonly NewJob[]): string =>
  JSON.stringify(
    jobs.map(({ kind, payload = {}, key = null, lane = kind, delaySeconds = 0 }) => ({
      id: randomUUIDv7(),
      kind,
      lane,
      key,
      payload,
      delay: delaySeconds,
    })),
  )

/** A part of a statement, for those who write jobs together with something else; they select `notifyWorkers` as well. */
export const insertJobs = (rows: string): RawBuilder<unknown> => sql`
  insert into job (id, kind, lane, key, payload, run_at)
  select id, kind, lane, key, payload, now() + make_interval(secs => delay)
  from jsonb_to_recordset(${rows}::jsonb)
    as job (id uuid, kind text, lane text, key text, payload jsonb, delay double precision)
  on conflict (kind, key) where key is not null and failed_at is null do nothing`

/** Says at the commit that there is work. */
export const notifyWorkers = sql`pg_notify(${sql.lit(jobChannel)}, '')`

const insertAndNotify = prepareStatement(
  (_db, { jobs }: { jobs: string }) => sql`with queued as (${insertJobs(jobs)}) select ${notifyWorkers}`,
)
