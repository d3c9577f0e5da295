import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'

/** How far back the log of changes goes at least; who has not looked for longer reads the whole catalogue. */
export const loggedVersions = 2_000n

/** Looked for at each write, what is over took 7 % of what the database does for an import. */
const betweenCleanings = 100n

/**
 * Ends every write of products, and of what businesses pay for them: what was counted or kept before is stale, and what
 * is searched is read again. Last in the
 * transaction, because other writers wait for it; so versions become visible in their order.
 */
export const noteCatalogChange = async (given: Db | Tx, productIds: string[]): Promise<void> => {
  // For the others' sake nothing gives way from here on, as an import does after each of its statements.
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

/** The same where it changed what only some may see. */
export const noteRestrictionChange = async (tx: Tx): Promise<void> => {
  await noteCatalogChange(tx, [])
  await tx
    .updateTable('catalogue_state')
    .set(({ ref }) => ({ restrictions_version: ref('version') }))
    .execute()
}
