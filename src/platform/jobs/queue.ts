import { type RawBuilder, sql } from 'kysely'
import { prepareStatement } from '../db/prepare-statement.ts'
import type { Db, Tx } from '../db/tables.ts'
import { newId } from '../db/new-id.ts'

/** Channel for notifications about new jobs. They are only a hint: workers also poll. */
export const jobChannel = 'apotheca_job'

export interface NewJob {
  kind: string
  payload?: Record<string, string>
  /** Deduplicates: a job is not queued when one of the same kind and key is waiting. */
  key?: string
  lane?: string
  delaySeconds?: number
}

/** Queues jobs in the caller's transaction, so that they exist only if the change commits. */
export const enqueue = async (tx: Db | Tx, ...jobs: NewJob[]): Promise<void> => {
  await insertAndNotify(tx, { jobs: jobRows(jobs) })
}

/** Makes a queued job due now. A running job runs again afterwards, because it may have missed the change. */
export const wakeJob = (tx: Db | Tx, { kind, key }: Required<Pick<NewJob, 'kind' | 'key'>>) =>
  tx
    .updateTable('job')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('failed_at', 'is', null)
    .set({ run_at: sql<Date>`clock_timestamp()` })
    .execute()

/** Serializes jobs for `insertJobs`. */
export const jobRows = (jobs: readonly NewJob[]): string =>
  JSON.stringify(
    jobs.map(({ kind, payload = {}, key = null, lane = kind, delaySeconds = 0 }) => ({
      id: newId(),
      kind,
      lane,
      key,
      payload,
      delay: delaySeconds,
    })),
  )

/** A CTE body for statements that insert jobs along with other rows; they must also select `notifyWorkers`. */
export const insertJobs = (rows: string): RawBuilder<unknown> => sql`
  insert into job (id, kind, lane, key, payload, run_at)
  select id, kind, lane, key, payload, now() + make_interval(secs => delay)
  from jsonb_to_recordset(${rows}::jsonb)
    as job (id uuid, kind text, lane text, key text, payload jsonb, delay double precision)
  on conflict (kind, key) where key is not null and failed_at is null do nothing`

/** Notifies workers at commit. */
export const notifyWorkers = sql`pg_notify(${sql.lit(jobChannel)}, '')`

const insertAndNotify = prepareStatement(
  (_db, { jobs }: { jobs: string }) => sql`with queued as (${insertJobs(jobs)}) select ${notifyWorkers}`,
)
