import type { Change, ImportKind, JudgedRow } from './import-kind.ts'
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
    (await judgeProducts(db, read(rows, elevenDigits), { publish, countedAt: counted })).map(asJudgedRow),
  write: async (tx, { rows, how: { publish, elevenDigits, counted }, actorId }) => {
    const judged = await judgeProducts(tx, read(rows, elevenDigits), { publish, countedAt: counted, isLocked: true })
    const added = await writeProducts(tx, judged, { actorId, request: null })
    return { judged: judged.map(asJudgedRow), changes: changesOf(judged, added) }
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
  verdict: { row, verdict, count: _, ...shown },
}: Judged & { code: string }): JudgedRow => ({
  row,
  code,
  verdict,
  shown,
})

const changesOf = (judged: Judged[], added: string[]): Change[] => {
  let at = 0
  return judged.flatMap(({ verdict: { row }, changed, added: isAdded }): Change[] => {
    if (isAdded) return [{ row, product_id: added[at++] ?? '', before: null, after: {} }]
    if (!changed) return []
    const { before, next, moved } = changed
    const columns = importedColumns.filter((column) => column !== 'count_in_stock' && before[column] !== next[column])
    const only = (product: Imported) => Object.fromEntries(columns.map((column) => [column, product[column]]))
    return [{ row, product_id: next.id, before: only(before), after: { ...only(next), moved } }]
  })
}
