import { sql } from 'kysely'
import { recordAll } from '#platform/record-entry.ts'
import type { Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { PriceActor } from '#pricing/write-prices.ts'
import { addProducts, type NewProduct } from '#catalog/add-products.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import { notePublished, noteRises } from '#catalog/stock/announce-stock.ts'
import { attachPictures } from '#files/attach-pictures.ts'
import { importedColumns, type ChangedProduct, type CheckedProduct } from './check-row.ts'

/** Writes the checked rows with audit entries. Returns the ids of new products in the order of their rows. */
export const writeProducts = async (tx: Tx, judged: CheckedProduct[], actor: PriceActor): Promise<string[]> => {
  const changed = judged.flatMap(({ changed: one }) => (one ? [one] : []))
  const added = judged.flatMap(({ added: one }) => (one ? [one] : []))
  await attachPictures(tx, [...changed.map(({ next }) => next.image), ...added.map(({ image = '' }) => image)])
  await writeChangedProducts(tx, changed)
  await recordListPrices(tx, 'price imported', changed, actor)
  await recordSchedules(tx, 'schedule imported', changed, actor)
  const changedIds = changed.map(({ next }) => next.id)
  if (added.length > 0) {
    const ids = (await addProducts(tx, added, changedIds)).map(({ _id }) => _id)
    await recordFirstSchedules(tx, added, ids, actor)
    return ids
  }
  if (changed.length > 0) await noteCatalogChange(tx, changedIds)
  return []
}

/** Audits each changed schedule, because the import itself is deleted after a while. */
export const recordSchedules = (
  tx: Tx,
  action: string,
  changed: readonly ChangedProduct[],
  actor: PriceActor,
): Promise<void> =>
  recordAll(
    tx,
    changed
      .filter(({ next, before }) => scheduleColumns.some((column) => next[column] !== before[column]))
      .map(({ next, before }) => ({
        ...actor,
        action,
        entity: 'product',
        entityId: next.id,
        before: Object.fromEntries(scheduleColumns.map((column) => [column, before[column]])),
        after: Object.fromEntries(scheduleColumns.map((column) => [column, next[column]])),
      })),
  )

const recordFirstSchedules = (
  tx: Tx,
  added: readonly NewProduct[],
  ids: readonly string[],
  actor: PriceActor,
): Promise<void> =>
  recordAll(
    tx,
    added.flatMap(({ dea_schedule = '', schedule_source = '' }, at) =>
      dea_schedule === ''
        ? []
        : [
            {
              ...actor,
              action: 'schedule imported',
              entity: 'product',
              entityId: ids[at] ?? '',
              after: { dea_schedule, schedule_source },
            },
          ],
    ),
  )

const scheduleColumns = ['dea_schedule', 'schedule_source'] as const

/** Audits each changed price. */
export const recordListPrices = (tx: Tx, action: string, changed: ChangedProduct[], actor: PriceActor): Promise<void> =>
  recordAll(
    tx,
    changed
      .filter(({ next, before }) => next.price !== before.price)
      .map(({ next, before }) => ({
        ...actor,
        action,
        entity: 'product',
        entityId: next.id,
        before: { price: before.price },
        after: { price: next.price },
      })),
  )

const rowsPerStatement = 1_000

/** All columns that a sheet may change. The NDC identifies the product. */
const changes = sql.join(
  [...importedColumns.filter((column) => column !== 'ndc_number'), 'form'].map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(`next.${column}`)}`,
  ),
)

/** A schedule that a file changes was confirmed by no one. */
const isSameSchedule = sql`(product.dea_schedule = next.dea_schedule and product.schedule_source = next.schedule_source)`

export const writeChangedProducts = async (tx: Tx, changed: ChangedProduct[]): Promise<void> => {
  for (let start = 0; start < changed.length; start += rowsPerStatement) {
    const batch = changed.slice(start, start + rowsPerStatement)
    await sql`
      update product set ${changes}, version = product.version + 1, updated_at = now(),
        schedule_confirmed_by = case when ${isSameSchedule} then product.schedule_confirmed_by end,
        schedule_confirmed_at = case when ${isSameSchedule} then product.schedule_confirmed_at end
      from jsonb_populate_recordset(null::product, ${JSON.stringify(batch.map(({ next }) => next))}::jsonb) as next
      where product.id = next.id`.execute(tx)
    const moves = batch.filter(({ moved }) => moved !== 0)
    if (moves.length > 0)
      await tx
        .insertInto('stock_movement')
        .values(
          moves.map(({ next, moved }) => ({
            id: newId(),
            product_id: next.id,
            quantity: moved,
            reason: 'import' as const,
            order_id: null,
          })),
        )
        .execute()
    await noteRises(
      tx,
      moves.map(({ next, moved }) => ({ productId: next.id, quantity: moved })),
    )
    await notePublished(
      tx,
      batch.flatMap(({ next }) => (next.is_published ? [next.id] : [])),
    )
  }
}
