import { sql } from 'kysely'
import type pg from 'pg'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import { notifyWorkers } from '#platform/jobs/queue.ts'

/** A marker for postponed jobs rather than a date. */
const putOff = sql<Date>`timestamptz '9999-01-01 00:00:00+00'`

export interface PausedKind {
  kind: string
  count: number
}

/** Pauses jobs in the transaction of a restore, so that no later failure leaves restored jobs running. */
export const pauseJobsWithin = (client: pg.ClientBase) =>
  client.query('insert into job_hold default values on conflict do nothing')

/** Stops workers from running jobs with external effects until `resumeJobs`; returns the waiting jobs. */
export const pauseJobs = (db: Db): Promise<PausedKind[]> =>
  transaction(db, async (tx) => {
    await tx
      .insertInto('job_hold')
      .defaultValues()
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx.updateTable('job').set({ locked_until: null }).where('failed_at', 'is', null).execute()
    return tx
      .selectFrom('job')
      .select(['kind', sql<number>`count(*)::int`.as('count')])
      .where('failed_at', 'is', null)
      .groupBy('kind')
      .orderBy('kind')
      .execute()
  })

/** Resumes all jobs; `onlyNew` postpones restored ones, which the original portal may have run. */
export const resumeJobs = (db: Db, { onlyNew = false } = {}): Promise<number> =>
  transaction(db, async (tx) => {
    if (onlyNew)
      await sql`
        update job set run_at = ${putOff}
        from job_hold
        where failed_at is null and created_at < held_at and key is distinct from 'only'`.execute(tx)
    const held = await tx.deleteFrom('job_hold').returning('held_at').executeTakeFirst()
    const released = onlyNew
      ? undefined
      : await tx
          .updateTable('job')
          .set({ run_at: sql<Date>`now()` })
          .where('run_at', '=', putOff)
          .executeTakeFirst()
    await sql`select ${notifyWorkers}`.execute(tx)
    const waiting = held
      ? await tx
          .selectFrom('job')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('failed_at', 'is', null)
          .where('run_at', '<', putOff)
          .executeTakeFirstOrThrow()
      : { count: Number(released?.numUpdatedRows ?? 0) }
    return waiting.count
  })
