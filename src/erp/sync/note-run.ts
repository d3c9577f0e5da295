import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { reportException } from '../report-exception.ts'
import type { Run } from './request-sync.ts'
import { ErpError, type Page } from '../gateway/erp.ts'
import type { Stored } from './syncing.ts'

const maxNotes = 20

export const noteProgress = async (
  tx: Db | Tx,
  id: string,
  { rows, refused }: Pick<Page<unknown>, 'rows' | 'refused'>,
  stored: Stored,
): Promise<void> => {
  const notes = [...refused, ...stored.notes]
  await tx
    .updateTable('erp_run')
    .where('id', '=', id)
    .set({
      read_count: sql`read_count + ${rows.length + refused.length}`,
      added_count: sql`added_count + ${stored.added}`,
      changed_count: sql`changed_count + ${stored.changed}`,
      refused_count: sql`refused_count + ${refused.length}`,
      ...(notes.length > 0 && {
        notes: sql<string>`case when jsonb_array_length(notes) >= ${maxNotes} then notes
          else notes || ${JSON.stringify(notes.slice(0, maxNotes))}::jsonb end`,
      }),
    })
    .execute()
}

/** Ends a run as done or failed; scheduled runs without news are pruned. */
export const finishRun = (db: Db, id: string, error: unknown): Promise<Run> =>
  transaction(db, async (tx) => {
    const message =
      error === null ? '' : error instanceof ErpError ? error.message : 'Something went wrong in the portal.'
    const run = await tx
      .updateTable('erp_run')
      .where('id', '=', id)
      .set({ state: error === null ? 'done' : 'failed', finished_at: sql<Date>`now()`, message: message.slice(0, 500) })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (error === null)
      await tx
        .insertInto('erp_sync')
        .values({ kind: run.kind, finished_at: sql<Date>`now()` })
        .onConflict((conflict) => conflict.column('kind').doUpdateSet({ finished_at: sql<Date>`now()` }))
        .execute()
    await forgetSilentRuns(tx, run)
    if (error instanceof ErpError && error.needsOperator)
      await reportException(tx, {
        key: `${run.kind} ${error.message}`.slice(0, 300),
        orderId: null,
        message: `The portal cannot read the ERP (${run.kind}). ${error.message}`,
      })
    return run
  })

const daysKept = 60

/** Of consecutive runs without news only the last is kept; repeated identical failures keep the time of the first. */
const forgetSilentRuns = async (tx: Tx, run: Run): Promise<void> => {
  await tx
    .deleteFrom('erp_run')
    .where('kind', '=', run.kind)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${daysKept})`)
    .where('state', 'in', ['done', 'failed'])
    .execute()
  const before = await tx
    .selectFrom('erp_run')
    .where('kind', '=', run.kind)
    .where('id', '!=', run.id)
    .orderBy('created_at', 'desc')
    .selectAll()
    .executeTakeFirst()
  if (!before || before.asked_by || !isSilent(before) || before.state !== run.state || before.message !== run.message)
    return
  await tx.deleteFrom('erp_run').where('id', '=', before.id).execute()
  if (run.state === 'failed')
    await tx.updateTable('erp_run').where('id', '=', run.id).set({ started_at: before.started_at }).execute()
}

const isSilent = ({ added_count, changed_count, refused_count }: Run) =>
  added_count + changed_count + refused_count === 0
