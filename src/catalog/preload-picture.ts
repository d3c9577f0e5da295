import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { isVisibleTo } from './filter-visible.ts'

const pictureBySlug = prepareStatement((db, { slug }: { slug: string }) =>
  db
    .selectFrom('product')
    .select('image')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .where('is_published', '=', true)
    .where(isVisibleTo(sql`null::uuid`)),
)

const longestWaitMilliseconds = 100

/**
 * The picture to preload for a product page, if everyone may see the product. Null if there is none, or if the database
 * does not answer within the limit, so that the page is not delayed.
 */
export const pictureToPreload = async (db: Db, address: string): Promise<string | null> => {
  const [, slug] = /^\/product\/([^/?#]+)\/?(?:[?#]|$)/.exec(address) ?? []
  if (!slug) return null
  const told = pictureBySlug(db, { slug: decoded(slug) }).then(
    ([product]) => product?.image || null,
    () => null,
  )
  return Promise.race([told, pause(longestWaitMilliseconds, null, { ref: false })])
}

const decoded = (slug: string): string => {
  try {
    return decodeURIComponent(slug).replaceAll('\0', '')
  } catch {
    return slug
  }
}
