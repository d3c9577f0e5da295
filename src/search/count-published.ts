import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'

interface Counted {
  version: string
  value: number
}

/** The number of products that are sold, as whoever counted them at this version wrote it down; else counted, and written down. */
export const countPublished = async (db: Db, count: () => Promise<Counted>): Promise<Counted> => {
  const known = await db
    .selectFrom('catalogue_state')
    .select(['version', 'published as value'])
    .where('published', 'is not', null)
    .whereRef('published_at', '=', 'version')
    .$narrowType<{ value: number }>()
    .executeTakeFirst()
  if (known) return known
  const counted = await count()
  await writeDown(db, counted)
  return counted
}

/** Unless somebody writes products at this moment and keeps the row locked: the next to count may be luckier. */
const writeDown = async (db: Db, { version, value }: Counted): Promise<void> => {
  await sql`
    update catalogue_state set published = ${value}, published_at = version
    where version = ${version}::bigint and only_row = (select only_row from catalogue_state for update skip locked)
  `.execute(db)
}
