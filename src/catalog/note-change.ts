import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'

/** Minimum length of the change log. Processes that are further behind reload the whole catalog. */
export const loggedVersions = 2_000n

/** Old log entries are deleted every so many versions: on every write it took 7% of an import's database time. */
const betweenCleanings = 100n

/**
 * Must end every write of products or contract prices: invalidates cached counts and updates the search index. Call it
 * last in the transaction, because it locks the version row that other writers wait for; versions therefore become
 * visible in order.
 */
export const noteCatalogChange = async (given: Db | Tx, productIds: string[]): Promise<void> => {
  // Skips the import's pause after each statement, because other writers wait for this lock.
  const db = given.withoutPlugins()
  const { version } = await db
    .updateTable('catalogue_state')
    .set(({ eb }) => ({ version: eb('version', '+', '1') }))
    .returning('version')
    .executeTakeFirstOrThrow()
  if (BigInt(version) % betweenCleanings === 0n)
    await db
      .deleteFrom('catalogue_change')
      .where('version', '<', String(BigInt(version) - loggedVersions))
      .execute()
  await sql`
    insert into catalogue_change (version, product_id)
    select ${version}::bigint, id from (select distinct unnest(${productIds}::uuid[]) as id) changed`.execute(db)
}

/** Logs a change of restrictions, which affects who may see products. */
export const noteRestrictionChange = async (tx: Tx): Promise<void> => {
  await noteCatalogChange(tx, [])
  await tx
    .updateTable('catalogue_state')
    .set(({ ref }) => ({ restrictions_version: ref('version') }))
    .execute()
}

/** The catalog version that was read, and the version of the last change of restrictions. */
export interface CatalogState {
  version: string
  restrictions: string
}

export const stateColumns = ['catalogue_state.version', 'catalogue_state.restrictions_version as restrictions'] as const

export const readState = (db: Db): Promise<CatalogState> =>
  db.selectFrom('catalogue_state').select(stateColumns).executeTakeFirstOrThrow()
