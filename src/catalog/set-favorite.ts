import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { catalog } from './contract.ts'
import { productBySlug } from './find-product.ts'
import type { Viewer } from './resolve-viewer.ts'

/** Adds or removes the caller's favorite; idempotent. */
export const setFavorite = async (
  db: Db,
  { body: { slug, email }, user: caller }: CallOf<typeof catalog.addFavourite>,
  { viewer, isFavourite }: { viewer: Viewer; isFavourite: boolean },
): Promise<void> => {
  if (email !== caller.email.toLowerCase()) throw new Refusal(403, 'You can only change your own favorites.')
  const { _id } = await productBySlug(db, slug, viewer)
  if (isFavourite)
    await db
      .insertInto('favourite')
      .values({ user_id: caller._id, product_id: _id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await db.deleteFrom('favourite').where('user_id', '=', caller._id).where('product_id', '=', _id).execute()
}

/** Ids of the user's favorite products; empty for visitors. */
export const favoritesOf = async (db: Db, user: { _id: string } | null): Promise<ReadonlySet<string>> => {
  if (!user) return new Set()
  const rows = await db.selectFrom('favourite').select('product_id').where('user_id', '=', user._id).execute()
  return new Set(rows.map(({ product_id: id }) => id))
}
