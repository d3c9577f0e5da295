import { sql } from 'kysely'
import { ndcKeys } from '#catalog/normalize-ndc.ts'
import { allOf, containsName } from '#platform/db/conditions.ts'
import type { Db } from '#platform/db/tables.ts'
import { searchIndex } from './query/find-products.ts'
import type { CatalogIndex } from './index/sync-catalog-index.ts'
import { type Filters, unfiltered } from './query/match-filters.ts'

interface Narrowed {
  /** Restricts the search to these products; null for all. */
  among?: ReadonlySet<string> | null
  storage?: string | null
  worklist?: Filters['worklist']
  most?: number
}

/**
 * Ids of the products that match a text, including drafts, best match first. Without a text, all products that pass the
 * filters.
 */
export const findIds = async (
  followed: CatalogIndex,
  text: string | null,
  { most = Infinity, ...filters }: Narrowed,
): Promise<string[]> => {
  const index = await followed.upToDate()
  const { remarks, part } = searchIndex(index, { text, order: 'newest', filters: { ...unfiltered(true), ...filters } })
  // Admin tables cannot show the warning, so products in other strengths are left out.
  if (remarks.warning !== '' && remarks.lacking !== '') return []
  return part(0, Math.min(most, index.slotOf.size))
}

const maxNamed = 1_000

/**
 * Ids of the products that match a text exactly as typed, including deleted ones. For order history lists, where
 * similar products would be wrong results. The last word may be incomplete.
 */
export const findNamed = async (db: Db, followed: CatalogIndex, text: string): Promise<string[]> => {
  const index = await followed.upToDate()
  const { part, remarks } = searchIndex(index, { text, order: 'newest', filters: unfiltered(true), isTyping: true })
  const isAsTyped = [remarks.meant, remarks.sameGeneric, remarks.otherForms, remarks.lacking].every(
    (said) => said === '',
  )
  return [...(isAsTyped ? part(0, maxNamed) : []), ...(await deletedNamed(db, text))]
}

/** Deleted products are not in the search index. */
const deletedNamed = async (db: Db, text: string): Promise<string[]> => {
  const words = text.split(/\s+/).filter(Boolean)
  const { rows } = await sql<{ id: string }>`
    select id from product where deleted_at is not null
      and (${allOf(words.map((word) => containsName(sql`name`, word)))}
        or ndc_number = ${text} or ndc_key = any(${ndcKeys(text)}::text[]))
    limit ${sql.lit(maxNamed)}`.execute(db)
  return rows.map(({ id }) => id)
}
