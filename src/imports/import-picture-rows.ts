import { sql } from 'kysely'
import { noteCatalogChange } from '#catalog/note-change.ts'
import type { Tx } from '#platform/db/tables.ts'
import { attachPictures } from '#files/attach-pictures.ts'
import type { ImportKind } from './import-kind.ts'
import { checkPictures, type CheckedPicture } from './check-pictures.ts'
import { revertProducts } from './revert-products.ts'

/** Pictures, matched by their file names. A product shows only one. */
export const pictureKind: ImportKind = {
  // It is unknown which of two pictures was meant.
  firstCounts: false,
  duplicateMessage: (first, second) =>
    `Files ${first} and ${second} are for the same product, which can show only one picture.`,
  action: 'pictures imported',
  check: (db, rows) => checkPictures(db, rows),
  write: async (tx, { rows }) => {
    const judged = await refuseGone(tx, await checkPictures(tx, rows, { isLocked: true }))
    const written = judged.filter(isWritten)
    await showPictures(tx, written)
    return {
      judged,
      changes: written.map(({ row, productId, before, image }) => ({
        row,
        product_id: productId,
        before: { image: before },
        after: { image, moved: 0 },
      })),
    }
  },
  revert: revertProducts,
}

const isWritten = ({ verdict }: CheckedPicture): boolean => verdict === 'new' || verdict === 'changed'

/** Pictures that were not applied within a day have been deleted. */
const refuseGone = async (tx: Tx, judged: CheckedPicture[]): Promise<CheckedPicture[]> => {
  const gone = new Set(
    await attachPictures(
      tx,
      judged.filter(isWritten).map(({ image }) => image),
    ),
  )
  const reason = 'Its picture was not applied within a day and was deleted. Import it again.'
  return judged.map((one) => {
    if (!isWritten(one) || (one.image !== '' && !gone.has(one.image))) return one
    const { ndcNumber, name } = one.shown
    return { ...one, verdict: 'refused', shown: { ndcNumber, name, reason } }
  })
}

const showPictures = async (tx: Tx, written: CheckedPicture[]): Promise<void> => {
  if (written.length === 0) return
  const ids = written.map(({ productId }) => productId)
  await sql`
    update product set image = shown.image, version = product.version + 1, updated_at = now()
    from unnest(${ids}::uuid[], ${written.map(({ image }) => image)}::text[]) as shown (id, image)
    where product.id = shown.id`.execute(tx)
  await noteCatalogChange(tx, ids)
}
