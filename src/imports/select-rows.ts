import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { imports } from './contract.ts'
import type { ToConfirm } from './import-shapes.ts'
import { countsToConfirm } from './row-margins.ts'
import { lockImport } from './store-import.ts'

/** Selects or deselects rows that need review; rows that are not selected are skipped. */
export const selectRows = (
  db: Db,
  { params: { id }, body: { rows, isTaken } }: CallOf<typeof imports.take>,
): Promise<void> =>
  transaction(db, async (tx) => {
    const { state } = await lockImport(tx, id)
    if (state !== 'ready')
      throw new Refusal(409, 'You can include rows after all have arrived and before the import is applied.')
    await tx
      .updateTable('import_row')
      .set({ is_taken: isTaken })
      .where('import_id', '=', id)
      .where('is_noted', '=', true)
      .$if(rows !== 'all', (some) => some.where('row', '=', sql<number>`any(${rows}::int[])`))
      .execute()
    const { taken } = await tx
      .selectFrom('import_row')
      .select(({ fn }) => fn.countAll<number>().as('taken'))
      .where('import_id', '=', id)
      .where('is_noted', '=', true)
      .where('is_taken', '=', true)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('import')
      .set({ taken: Number(taken) })
      .where('id', '=', id)
      .execute()
  })

/** What the user has to confirm before the rows are written; skipped rows do not count. */
export const confirmationFor = async (db: Db | Tx, id: string): Promise<ToConfirm | null> => {
  const counts = await db
    .selectFrom('import_row')
    .select(['margin as bits', sql<number>`count(*)::int`.as('rows')])
    .where('import_id', '=', id)
    .where('margin', '>', 0)
    .where((eb) => eb.or([eb('is_noted', '=', false), eb('is_taken', '=', true)]))
    .groupBy('margin')
    .execute()
  return countsToConfirm(counts)
}
