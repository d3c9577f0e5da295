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
 * The picture on a product's page, where everyone may see the product; null where there is none, and where the database
 * does not tell within this time: the page is not kept longer.
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
