import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { act } from '#platform/act.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { imports } from './contract.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { recordAll } from '#platform/record-entry.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { type ImportChange, importOptions, type CheckedRow } from './import-kind.ts'
import { importKinds } from './import-kinds.ts'
import { isTaken, isUnfit } from './import-products.ts'
import { dropPictures, queuePictures } from './queue-pictures.ts'
import { refuseMissingPictures } from './count-pictures.ts'
import { confirmSentence } from './row-margins.ts'
import { lockImport, refuseRows, toJsonLines } from './store-import.ts'
import { confirmationFor } from './select-rows.ts'

export const importJob = 'product-import.go-on'

type Step = 'apply' | 'stop' | 'undo'
type State = Row<'import'>['state']

/** The states in which each action is allowed, the state that it leads to, and the message if it is not allowed. */
const steps: Record<Step, { from: State[]; to: State; action: string; refusal: string }> = {
  apply: {
    from: ['ready', 'stopped'],
    to: 'applying',
    action: 'import applied',
    refusal: 'This import can’t be applied: rows are missing, or it was already applied.',
  },
  stop: { from: ['applying'], to: 'stopped', action: 'import stopped', refusal: 'This import is not being applied.' },
  undo: {
    from: ['done', 'stopped'],
    to: 'undoing',
    action: 'import undone',
    refusal: 'Only an applied import can be undone, and only once.',
  },
}

/** Changes the state of an import and queues the work in the same transaction. */
export const controlImport = (
  db: Db,
  step: Step,
  { params: { id }, body, ...acting }: CallOf<typeof imports.stop> & { body?: { confirm?: number | undefined } },
): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const confirm = body?.confirm
    const { state, file_name, kind, counts, taken } = await lockImport(tx, id)
    const { from, to, action, refusal } = steps[step]
    if (!from.includes(state)) throw new Refusal(409, refusal)
    if (step === 'apply' && kind === 'pictures') await refuseMissingPictures(tx, id)
    if (step === 'apply' && state === 'ready') await refuseUnconfirmed(tx, id, confirm)
    await tx
      .updateTable('import')
      .set({
        state: to,
        problem: '',
        ...(step !== 'stop' && { acted_by: actor._id, finished_at: null }),
        ...(state === 'ready' && { started_at: sql<Date>`now()` }),
        ...(step === 'undo' && { position: 0 }),
      })
      .where('id', '=', id)
      .execute()
    if (step === 'undo') await dropPictures(tx, id)
    await record(action, ['import', id], {
      after: { fileName: file_name, kind, ...(step === 'apply' && { ...counts, taken, confirm }) },
    })
    // Always queues a new job, because a running one may be about to end without seeing the new state.
    if (step !== 'stop') await enqueue(tx, { kind: importJob, payload: { id } })
  })

const refuseUnconfirmed = async (tx: Tx, id: string, confirm: number | undefined): Promise<void> => {
  const needed = await confirmationFor(tx, id)
  if (needed && confirm !== needed.rows) throw new Refusal(409, confirmSentence(needed), { confirm: needed })
}

const rowsAPart = 200
const millisecondsATurn = 2_000

/** Works for two seconds, then yields to other jobs. Pauses as long as it worked, so that lists stay fast. */
export const continueImport = async (db: Db, id: string): Promise<void> => {
  const until = performance.now() + millisecondsATurn
  for (;;) {
    const began = performance.now()
    const isMore = await applyNextRows(db, id).catch(async (error: unknown) => {
      await noteProblem(db, id, error)
      throw error
    })
    if (!isMore) return
    await pause(performance.now() - began)
    if (performance.now() > until) throw new Postponed(0, 'Others have their turn.')
  }
}

/** Processes one part and its position atomically. A rejected value's part gets smaller until its row is alone. */
export const applyNextRows = async (db: Db, id: string): Promise<boolean> => {
  let most = rowsAPart
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(db, async (tx) => {
        // The tables grow quickly, so a plan that was made earlier no longer fits.
        await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
        const one = await tx.selectFrom('import').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
        if (one?.state === 'applying') return applyPart(tx, one, most)
        if (one?.state === 'undoing') return undoPart(tx, one)
        return false
      })
    } catch (error) {
      // A concurrent transaction created one of the new products; the retry finds it.
      if (isTaken(error) && attempt < 4) continue
      if (!isUnfit(error)) throw error
      if (most === 1) return transaction(db, (tx) => leaveOutNext(tx, id))
      most = Math.ceil(most / 4)
    }
  }
}

/** By row number only: with the verdict, the database would read and sort all remaining rows for each part. */
const nextRows = (tx: Tx, { id, position }: Pick<Row<'import'>, 'id' | 'position'>, most: number) =>
  tx
    .selectFrom('import_row')
    .select(['row', 'verdict', 'facts', 'is_noted', 'is_taken'])
    .where('import_id', '=', id)
    .where('row', '>', position)
    .orderBy('row')
    .limit(most)
    .execute()

const unfit = 'The row has a value that can’t be stored.'

const leaveOutNext = async (tx: Tx, id: string): Promise<boolean> => {
  const { result, ...one } = await lockImport(tx, id)
  const [next] = await nextRows(tx, one, 1)
  if (one.state !== 'applying' || !next) throw new Refusal(409, 'The previous value can’t be restored.')
  await refuseRows(tx, id, new Map([[next.row, unfit]]))
  await tx
    .updateTable('import')
    .set({ position: next.row, result: JSON.stringify({ ...result, refused: result.refused + 1 }) })
    .where('id', '=', id)
    .execute()
  return true
}

const noteProblem = async (db: Db, id: string, error: unknown): Promise<void> => {
  const problem = error instanceof Refusal ? error.message : 'The import was interrupted and will be retried.'
  await db
    .updateTable('import')
    .set({ problem })
    .where('id', '=', id)
    .execute()
    .catch(() => {})
}

const applyPart = async (tx: Tx, one: Row<'import'>, most: number): Promise<boolean> => {
  const next = await nextRows(tx, one, most)
  const rows = next.filter(
    ({ verdict, is_noted, is_taken }) => (verdict === 'new' || verdict === 'changed') && (!is_noted || is_taken),
  )
  const kind = importKinds[one.kind]
  const written =
    rows.length > 0
      ? await kind.write(tx, { rows, how: importOptions(one), actorId: one.acted_by })
      : { judged: [], changes: [], pictures: [] }
  const result = { ...one.result }
  for (const { verdict } of written.judged) result[verdict] += 1
  await saveChanges(tx, one.id, written.changes)
  await queuePictures(tx, one.id, written.pictures ?? [])
  await saveRefusals(tx, one.id, written.judged)
  const isLast = next.length < most
  if (one.position === 0) await sql`select analyze_products()`.execute(tx)
  await tx
    .updateTable('import')
    .set({
      result: JSON.stringify(result),
      position: next.at(-1)?.row ?? one.position,
      problem: '',
      ...(isLast && { state: 'done' as const, finished_at: sql<Date>`now()` }),
    })
    .where('id', '=', one.id)
    .execute()
  if (isLast)
    await recordAll(tx, [
      {
        actorId: one.acted_by,
        action: kind.action,
        entity: 'import',
        entityId: one.id,
        after: { fileName: one.file_name, ...result },
        request: null,
      },
    ])
  return !isLast
}

const saveChanges = async (tx: Tx, id: string, changes: ImportChange[]): Promise<void> => {
  if (changes.length === 0) return
  await sql`
    insert into import_change (import_id, row, product_id, before, after)
    select ${id}::uuid, row, product_id, nullif(before, 'null')::jsonb, after::jsonb
    from unnest(
      ${changes.map(({ row }) => row)}::int[],
      ${changes.map(({ product_id }) => product_id)}::uuid[],
      string_to_array(${toJsonLines(changes.map(({ before }) => before))}::text, chr(10)),
      string_to_array(${toJsonLines(changes.map(({ after }) => after))}::text, chr(10))
    ) as change (row, product_id, before, after)`.execute(tx)
}

/** Rows that were valid in the preview but no longer are. */
const saveRefusals = async (tx: Tx, id: string, judged: CheckedRow[]): Promise<void> => {
  const refused = judged.filter(({ verdict }) => verdict === 'refused')
  if (refused.length === 0) return
  await sql`
    update import_row set verdict = 'refused', is_noted = false, shown = late.shown
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as late (row int, shown json)
    where import_row.import_id = ${id}::uuid and import_row.row = late.row`.execute(tx)
}

const undoPart = async (tx: Tx, one: Row<'import'>): Promise<boolean> => {
  const changes = await tx
    .selectFrom('import_change')
    .select(['row', 'product_id', 'before', 'after'])
    .where('import_id', '=', one.id)
    .where('row', '>', one.position)
    .orderBy('row')
    .limit(rowsAPart)
    .execute()
  const kept =
    changes.length > 0 ? await importKinds[one.kind].revert(tx, changes, one.acted_by) : new Map<number, string>()
  await sql`
    update import_change set kept = coalesce(left_as_is.reason, '')
    from unnest(${changes.map(({ row }) => row)}::int[], ${changes.map(({ row }) => kept.get(row) ?? null)}::text[])
      as left_as_is (row, reason)
    where import_id = ${one.id}::uuid and import_change.row = left_as_is.row`.execute(tx)
  const isLast = changes.length < rowsAPart
  await tx
    .updateTable('import')
    .set({
      position: changes.at(-1)?.row ?? one.position,
      undone_count: one.undone_count + changes.length - kept.size,
      kept_count: one.kept_count + kept.size,
      problem: '',
      ...(isLast && { state: 'undone' as const, finished_at: sql<Date>`now()` }),
    })
    .where('id', '=', one.id)
    .execute()
  return !isLast
}
