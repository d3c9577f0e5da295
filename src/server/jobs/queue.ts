import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { prepareStatement } from '../db/prepare-statement.ts'
import type { Db, Tx } from '../db/tables.ts'

/** Channel on which the database says, after commit, that there is work; a hint only, workers also look by themselves. */
export const jobChannel = 'apotheca_job'

interface NewJob {
  kind: string
  payload?: Record<string, string>
  /** Two waiting jobs of one kind never share a key: the second is the first. */
  key?: string
  lane?: string
  delaySeconds?: number
}

/** Queues work in the caller's transaction: the job exists exactly when the change does. */
export const enqueue = async (
  tx: Db | Tx,
  { kind, payload = {}, key, lane, delaySeconds = 0 }: NewJob,
): Promise<void> => {
  await insertJob(tx, {
    id: randomUUIDv7(),
    kind,
    lane: lane ?? kind,
    key: key ?? null,
    payload: JSON.stringify(payload),
    delaySeconds,
  })
}

interface JobRow extends Required<Pick<NewJob, 'kind' | 'lane' | 'delaySeconds'>> {
  id: string
  key: string | null
  payload: string
}

/** Writes the job and, in the same breath, says that there is one: told at the commit. */
const insertJob = prepareStatement((db, { id, kind, lane, key, payload, delaySeconds }: JobRow) =>
  db
    .with('queued', (query) =>
      query
        .insertInto('job')
        .values({ id, kind, lane, key, payload, run_at: sql<Date>`now() + make_interval(secs => ${delaySeconds})` })
        .onConflict((conflict) =>
          conflict.columns(['kind', 'key']).where('key', 'is not', null).where('failed_at', 'is', null).doNothing(),
        ),
    )
    .selectNoFrom(sql`pg_notify(${sql.lit(jobChannel)}, '')`.as('told')),
)
