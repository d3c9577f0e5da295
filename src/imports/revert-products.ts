import { isLowerSchedule } from '#catalog/fact-shapes.ts'
import { sql } from 'kysely'
import { recordAll } from '#platform/record-entry.ts'
import type { Tx } from '#platform/db/tables.ts'
import { derivedColumnsOf } from '#catalog/add-products.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import { endRequestsFor } from '#catalog/stock/request-stock.ts'
import { attachPictures } from '#files/attach-pictures.ts'
import type { ImportChange } from './import-kind.ts'
import { type ChangedProduct, fieldName, type Imported, importedColumns, shownValue } from './check-row.ts'
import { recordListPrices, recordSchedules, writeChangedProducts } from './write-products.ts'

/**
 * Reverts products to their values before an import, as far as they still have the imported values. Added products are
 * deleted unless they were changed, counted or ordered since. Returns what was kept in each row, and why.
 */
export const revertProducts = async (
  tx: Tx,
  changes: ImportChange[],
  actorId: string | null,
): Promise<Map<number, string>> => {
  const products = await lock(tx, changes)
  const used = await usedSince(tx, changes)
  const gone = new Set(
    await attachPictures(
      tx,
      changes.flatMap(({ before }) => pictureOf(before)),
    ),
  )
  const kept = new Map<number, string>()
  const removed: ImportChange[] = []
  const reverted: ChangedProduct[] = []
  for (const change of changes) {
    const now = products.get(change.product_id)
    if (!now) kept.set(change.row, 'The product was deleted since.')
    else if (change.before === null) {
      // Fetching the picture for the import added a version.
      const own = Number(change.after['pictured'] ?? 0)
      const reason = now.version > 1 + own ? 'The product has changed since.' : used.get(change.product_id)
      if (reason) kept.set(change.row, reason)
      else removed.push(change)
    } else {
      const { next, moved, left } = valuesBefore(now, change, gone)
      if (left.length > 0) kept.set(change.row, left.join(' '))
      if (moved !== 0 || importedColumns.some((column) => now[column] !== next[column]))
        reverted.push({ next, moved, before: now })
    }
  }
  await writeChangedProducts(tx, reverted)
  await remove(tx, removed)
  await recordListPrices(tx, 'price import undone', reverted, { actorId, request: null })
  await recordSchedules(tx, 'schedule import undone', reverted, { actorId, request: null })
  await recordAll(
    tx,
    removed.map(({ product_id }) => ({
      actorId,
      action: 'product deleted',
      entity: 'product',
      entityId: product_id,
      before: { name: products.get(product_id)?.name, ndc_number: products.get(product_id)?.ndc_number },
      request: null,
    })),
  )
  const touched = [...reverted.map(({ next }) => next.id), ...removed.map(({ product_id }) => product_id)]
  if (touched.length > 0) await noteCatalogChange(tx, touched)
  return kept
}

type Now = Imported & { version: number }

const lock = async (tx: Tx, changes: ImportChange[]): Promise<Map<string, Now>> => {
  const rows = await tx
    .selectFrom('product')
    .select([...importedColumns, 'id', 'ndc_key', 'is_item_number', 'form', 'version'])
    .where('id', '=', sql<string>`any(${changes.map(({ product_id }) => product_id)}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Products that were ordered, even without stock, or counted again are kept. */
const usedSince = async (tx: Tx, changes: ImportChange[]): Promise<Map<string, string>> => {
  const added = changes.filter(({ before }) => before === null).map(({ product_id }) => product_id)
  if (added.length === 0) return new Map()
  const { rows } = await sql<{ id: string; isOrdered: boolean }>`
    select id, isOrdered as "isOrdered" from (
      select product_id as id, true as isOrdered from order_line where product_id = any(${added}::uuid[])
      union all
      select product_id, reason like 'order%' from stock_movement
      where product_id = any(${added}::uuid[]) and reason <> 'initial'
    ) used order by isOrdered`.execute(tx)
  return new Map(
    rows.map(({ id, isOrdered }) => [
      id,
      isOrdered ? 'The product has been ordered since.' : 'Its stock has changed since.',
    ]),
  )
}

const pictureOf = (before: ImportChange['before']): string[] =>
  typeof before?.['image'] === 'string' ? [before['image']] : []

const valuesBefore = (now: Now, { before, after }: ImportChange, gone: ReadonlySet<string>) => {
  const { version: _, ...product } = now
  const left: string[] = []
  const values: Record<string, unknown> = {}
  const earlier = before?.['dea_schedule']
  const isLower = typeof earlier === 'string' && isLowerSchedule(earlier, now.dea_schedule)
  for (const column of importedColumns) {
    if (!before || !Object.hasOwn(before, column)) continue
    if (now[column] !== after[column])
      left.push(`${fieldName(column)} has changed since. It is now ${shownValue(now[column]) || 'empty'}.`)
    else if (column === 'dea_schedule' && isLower)
      left.push('DEA Schedule was lower before. Confirm it on the product’s page.')
    else if (column === 'schedule_source' && isLower) continue
    else if ((column === 'is_list_one' || column === 'needs_trace') && now[column] === true)
      left.push(`${fieldName(column)} was not set before. Change it on the product’s page.`)
    else if (column === 'image' && gone.has(String(before[column]))) left.push('The previous picture no longer exists.')
    else values[column] = before[column]
  }
  const back = -Number(after['moved'] ?? 0)
  const isThere = now.count_in_stock + back >= 0
  if (!isThere) left.push(`The import added ${-back} to stock and only ${now.count_in_stock} are left.`)
  const moved = isThere ? back : 0
  const merged = { ...product, ...values, count_in_stock: now.count_in_stock + moved } as Imported // the values come from an Imported
  if (merged.is_published && merged.price === 0 && now.price > 0)
    return { next: product, moved: 0, left: ['It is published, and its previous price was $0.'] }
  return { next: { ...merged, ...derivedColumnsOf(merged) }, moved, left }
}

const remove = async (tx: Tx, removed: ImportChange[]): Promise<void> => {
  if (removed.length === 0) return
  const ids = removed.map(({ product_id }) => product_id)
  await tx
    .updateTable('product')
    .set(({ eb }) => ({ deleted_at: sql<Date>`now()`, updated_at: sql<Date>`now()`, version: eb('version', '+', 1) }))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  await endRequestsFor(tx, ids)
}
