import { sql } from 'kysely'
import { ndcKeys } from '#catalog/normalize-ndc.ts'
import { allOf, containsName } from '#platform/db/conditions.ts'
import type { Db } from '#platform/db/tables.ts'
import { searchIndex } from './engine/find-products.ts'
import type { CatalogIndex } from './engine/sync-catalog-index.ts'
import { type Filters, unfiltered } from './engine/match-filters.ts'

interface Narrowed {
  /** Of all products or among some. */
  among?: ReadonlySet<string> | null
  storage?: string | null
  worklist?: Filters['worklist']
  most?: number
}

/** Ids of what fits a text, drafts as well, the best first; without a text, of all that passes. */
export const findIds = async (
  followed: CatalogIndex,
  text: string | null,
  { most = Infinity, ...filters }: Narrowed,
): Promise<string[]> => {
  const index = await followed.upToDate()
  const { remarks, part } = searchIndex(index, { text, order: 'newest', filters: { ...unfiltered(true), ...filters } })
  // A table has no line above it that says so: what has another strength than was asked for is left out.
  if (remarks.warning !== '' && remarks.lacking !== '') return []
  return part(0, Math.min(most, index.slotOf.size))
}

const maxNamed = 1_000

/**
 * Ids of the products that a text names as it stands, deleted ones too: for lists of what was ordered, where an offer of
 * something alike would be a false answer. Its last word may still be being typed.
 */
export const findNamed = async (db: Db, followed: CatalogIndex, text: string): Promise<string[]> => {
  const index = await followed.upToDate()
  const { part, remarks } = searchIndex(index, { text, order: 'newest', filters: unfiltered(true), isTyping: true })
  const isAsTyped = [remarks.meant, remarks.sameGeneric, remarks.otherForms, remarks.lacking].every(
    (said) => said === '',
  )
  return [...(isAsTyped ? part(0, maxNamed) : []), ...(await deletedNamed(db, text))]
}

/** They are in no index of the search. */
const deletedNamed = async (db: Db, text: string): Promise<string[]> => {
  const words = text.split(/\s+/).filter(Boolean)
  const { rows } = await sql<{ id: string }>`
    select id from product where deleted_at is not null
      and (${allOf(words.map((word) => containsName(sql`name`, word)))}
        or ndc_number = ${text} or ndc_key = any(${ndcKeys(text)}::text[]))
    limit ${sql.lit(maxNamed)}`.execute(db)
  return rows.map(({ id }) => id)
}
