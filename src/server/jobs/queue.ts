import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
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
  await tx
    .insertInto('job')
    .values({
      id: randomUUIDv7(),
      kind,
      lane: lane ?? kind,
      key: key ?? null,
      payload: JSON.stringify(payload),
      run_at: sql<Date>`now() + make_interval(secs => ${delaySeconds})`,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key']).where('key', 'is not', null).where('failed_at', 'is', null).doNothing(),
    )
    .execute()
  await sql`select pg_notify(${jobChannel}, '')`.execute(tx)
}
