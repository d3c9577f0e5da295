import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { derivedColumnsOf } from './add-products.ts'
import { formRules } from './name-form.ts'
import { noteCatalogChange } from './note-change.ts'

const rowsAtOnce = 5_000

/** Derives the dosage form of every product again if the rules changed; starts over if interrupted. */
export const sortByForm = async (db: Db): Promise<void> => {
  const { form_rules: known } = await db.selectFrom('catalogue_state').select('form_rules').executeTakeFirstOrThrow()
  if (known === formRules) return
  let last: string | null = null
  do last = await transaction(db, (tx) => sortSome(tx, last))
  while (last !== null)
  await db.updateTable('catalogue_state').set({ form_rules: formRules }).execute()
}

/** Returns the last id processed, or null when done. */
const sortSome = async (tx: Tx, after: string | null): Promise<string | null> => {
  const rows = await tx
    .selectFrom('product')
    .select(['id', 'name', 'dosage_form', 'form'])
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(rowsAtOnce)
    .forUpdate()
    .execute()
  const changed = rows
    .map((row) => ({ id: row.id, before: row.form, form: derivedColumnsOf(row).form }))
    .filter(({ before, form }) => before !== form)
  if (changed.length > 0) {
    const ids = changed.map(({ id }) => id)
    const forms = changed.map(({ form }) => form)
    await sql`
      update product set form = sorted.form
      from unnest(${ids}::uuid[], ${forms}::text[]) as sorted (id, form) where product.id = sorted.id`.execute(tx)
    await noteCatalogChange(tx, ids)
  }
  return rows.length < rowsAtOnce ? null : (rows.at(-1)?.id ?? null)
}
