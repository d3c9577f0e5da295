import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/tables.ts'
import { spellingsIn } from './compose-search.ts'

/**
 * Ends every write of products: what was counted before is stale, and the words of new search texts can be corrected
 * towards. Last in the transaction, because other writers wait for it.
 */
export const noteCatalogueChange = async (db: Db | Tx, searches: string[] = []): Promise<void> => {
  const words = [...new Set(searches.flatMap(spellingsIn))].toSorted()
  if (words.length > 0)
    await sql`insert into catalogue_word (word) select unnest(${words}::text[]) on conflict do nothing`.execute(db)
  await db
    .updateTable('catalogue_state')
    .set(({ eb }) => ({ version: eb('version', '+', '1') }))
    .execute()
}
