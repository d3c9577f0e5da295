import type { ImportChange, ImportKind, CheckedRow, RowPicture } from './import-kind.ts'
import { importedColumns, type Imported, type CheckedProduct } from './check-row.ts'
import { checkProducts, readRows } from './check-products.ts'
import { revertProducts } from './revert-products.ts'
import { writeProducts } from './write-products.ts'

/** Products by NDC: known ones are changed, others are created. */
export const productKind: ImportKind = {
  firstCounts: true,
  duplicateMessage: (first) => `Row ${first} has the same NDC.`,
  action: 'products imported',
  check: async (db, rows, { publish, elevenDigits, counted }) =>
    (await checkProducts(db, read(rows, elevenDigits), { publish, countedAt: counted, fetchesPictures: true })).map(
      asCheckedRow,
    ),
  write: async (tx, { rows, how: { publish, elevenDigits, counted }, actorId }) => {
    const how = { publish, countedAt: counted, isLocked: true, fetchesPictures: true }
    const judged = await checkProducts(tx, read(rows, elevenDigits), how)
    const added = await writeProducts(tx, judged, { actorId, request: null })
    const changes = changesOf(judged, added)
    return { judged: judged.map(asCheckedRow), changes, pictures: picturesOf(judged, changes) }
  },
  revert: revertProducts,
}

const read = (rows: { row: number; facts: unknown }[], elevenDigits: boolean) =>
  readRows(
    rows.map(({ row, facts }) => ({ row, given: facts })),
    elevenDigits,
  )

const asCheckedRow = ({
  code,
  margin,
  verdict: { row, verdict, count: _, ...shown },
}: CheckedProduct & { code: string }): CheckedRow => ({ row, code, verdict, shown, margin })

const changesOf = (judged: CheckedProduct[], added: string[]): ImportChange[] => {
  let at = 0
  return judged.flatMap(({ verdict: { row }, changed, added: isAdded, picture }): ImportChange[] => {
    if (isAdded) return [{ row, product_id: added[at++] ?? '', before: null, after: {} }]
    // Empty for now; the picture is added here when it has arrived.
    if (!changed && picture) return [{ row, product_id: picture.productId, before: {}, after: { moved: 0 } }]
    if (!changed) return []
    const { before, next, moved } = changed
    const columns = importedColumns.filter((column) => column !== 'count_in_stock' && before[column] !== next[column])
    const only = (product: Imported) => Object.fromEntries(columns.map((column) => [column, product[column]]))
    return [{ row, product_id: next.id, before: only(before), after: { ...only(next), moved } }]
  })
}

const picturesOf = (judged: CheckedProduct[], changes: ImportChange[]): RowPicture[] => {
  const products = new Map(changes.map(({ row, product_id }) => [row, product_id]))
  return judged.flatMap(({ verdict: { row }, picture }) =>
    picture ? [{ row, ...picture, productId: products.get(row) ?? picture.productId }] : [],
  )
}
