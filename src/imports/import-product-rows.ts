import type { ImportChange, ImportKind, RowPicture } from './import-kind.ts'
import { importedColumns, type Imported, type CheckedProduct } from './check-row.ts'
import { checkProducts, readRows } from './check-products.ts'
import { revertProducts } from './revert-products.ts'
import { writeProducts } from './write-products.ts'

/** Products by NDC: known ones are changed, others are created. */
export const productKind: ImportKind = {
  firstCounts: true,
  duplicateMessage: (first) => `Row ${first} has the same NDC.`,
  action: 'products imported',
  check: (db, rows, { publish, elevenDigits, counted }) =>
    checkProducts(db, readRows(rows, elevenDigits), { publish, countedAt: counted, fetchesPictures: true }),
  write: async (tx, { rows, how: { publish, elevenDigits, counted }, actorId }) => {
    const how = { publish, countedAt: counted, isLocked: true, fetchesPictures: true }
    const judged = await checkProducts(tx, readRows(rows, elevenDigits), how)
    const added = await writeProducts(tx, judged, { actorId, request: null })
    const changes = changesOf(judged, added)
    return { judged, changes, pictures: picturesOf(judged, changes) }
  },
  revert: revertProducts,
}

const changesOf = (judged: CheckedProduct[], added: string[]): ImportChange[] => {
  let at = 0
  return judged.flatMap(({ row, changed, added: isAdded, picture }): ImportChange[] => {
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
  return judged.flatMap(({ row, picture }) =>
    picture ? [{ row, ...picture, productId: products.get(row) ?? picture.productId }] : [],
  )
}
