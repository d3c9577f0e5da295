import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import type { RowPicture } from './import-kind.ts'

export const picturesJob = 'product-import.fetch-pictures'

/** Queues the external pictures of rows; fetching starts when the transaction commits. */
export const queuePictures = async (tx: Tx, id: string, pictures: RowPicture[]): Promise<void> => {
  if (pictures.length === 0) return
  await sql`
    insert into import_picture (import_id, row, product_id, url, image)
    select ${id}::uuid, row, "productId", url, image
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as wanted (row int, "productId" uuid, url text, image text)
    on conflict (import_id, row) do nothing`.execute(tx)
  await beginFetching(tx, id)
}

/** Always queues a new job, because a running one may be about to end without seeing these pictures. */
export const beginFetching = (tx: Tx, id: string): Promise<void> => enqueue(tx, { kind: picturesJob, payload: { id } })

/** Drops the pictures that have not arrived. */
export const dropPictures = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('import_picture')
    .set({ state: 'dropped', problem: 'The import was undone before the picture arrived.' })
    .where('import_id', '=', id)
    .where('state', 'in', ['waiting', 'failed'])
    .execute()
}

/** The addresses that the current pictures of products were fetched from. */
export const sourcesOf = async (db: Db | Tx, productIds: string[]): Promise<Map<string, string>> => {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('picture_source')
    .innerJoin('product', (join) =>
      join.onRef('product.id', '=', 'picture_source.product_id').onRef('product.image', '=', 'picture_source.image'),
    )
    .select(['product_id', 'url'])
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ product_id, url }) => [product_id, url]))
}
