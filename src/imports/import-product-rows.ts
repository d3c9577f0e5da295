import type { Change, ImportKind, JudgedRow, RowPicture } from './import-kind.ts'
import { importedColumns, type Imported, type Judged } from './judge-row.ts'
import { judgeProducts, readRows } from './judge-products.ts'
import { revertProducts } from './revert-products.ts'
import { writeProducts } from './write-products.ts'

/** Products by NDC: what is known is changed, what is not is new. */
export const productKind: ImportKind = {
  firstCounts: true,
  twins: (first) => `Row ${first} has the same NDC.`,
  action: 'products imported',
  judge: async (db, rows, { publish, elevenDigits, counted }) =>
    (await judgeProducts(db, read(rows, elevenDigits), { publish, countedAt: counted, fetchesPictures: true })).map(
      asJudgedRow,
    ),
  write: async (tx, { rows, how: { publish, elevenDigits, counted }, actorId }) => {
    const how = { publish, countedAt: counted, isLocked: true, fetchesPictures: true }
    const judged = await judgeProducts(tx, read(rows, elevenDigits), how)
    const added = await writeProducts(tx, judged, { actorId, request: null })
    const changes = changesOf(judged, added)
    return { judged: judged.map(asJudgedRow), changes, pictures: picturesOf(judged, changes) }
  },
  revert: revertProducts,
}

const read = (rows: { row: number; facts: unknown }[], elevenDigits: boolean) =>
  readRows(
    rows.map(({ row, facts }) => ({ row, given: facts })),
    elevenDigits,
  )

const asJudgedRow = ({
  code,
  margin,
  verdict: { row, verdict, count: _, ...shown },
}: Judged & { code: string }): JudgedRow => ({ row, code, verdict, shown, margin })

const changesOf = (judged: Judged[], added: string[]): Change[] => {
  let at = 0
  return judged.flatMap(({ verdict: { row }, changed, added: isAdded, picture }): Change[] => {
    if (isAdded) return [{ row, product_id: added[at++] ?? '', before: null, after: {} }]
    // Nothing yet: what it shows is noted here when its picture is there.
    if (!changed && picture) return [{ row, product_id: picture.productId, before: {}, after: { moved: 0 } }]
    if (!changed) return []
    const { before, next, moved } = changed
    const columns = importedColumns.filter((column) => column !== 'count_in_stock' && before[column] !== next[column])
    const only = (product: Imported) => Object.fromEntries(columns.map((column) => [column, product[column]]))
    return [{ row, product_id: next.id, before: only(before), after: { ...only(next), moved } }]
  })
}

const picturesOf = (judged: Judged[], changes: Change[]): RowPicture[] => {
  const products = new Map(changes.map(({ row, product_id }) => [row, product_id]))
  return judged.flatMap(({ verdict: { row }, picture }) =>
    picture ? [{ row, ...picture, productId: products.get(row) ?? picture.productId }] : [],
  )
}
