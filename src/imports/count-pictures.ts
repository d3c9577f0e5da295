import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Import } from './import-shapes.ts'

const none = { waiting: 0, fetched: 0, failed: 0 }

/** The numbers of waiting, fetched and failed pictures of each import. */
export const countPictures = async (db: Db, ids: string[]): Promise<(id: string) => Import['pictures']> => {
  const { rows } = await sql<{ id: string } & Import['pictures']>`
    select import_id as id, count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'fetched')::int as fetched, count(*) filter (where state = 'failed')::int as failed
    from import_picture where import_id = any(${ids}::uuid[]) group by import_id
    union all
    select import_id, count(*) filter (where not facts::jsonb ? 'image')::int, count(*) filter (where facts::jsonb ? 'image')::int, 0
    from import_row where verdict in ('new', 'changed')
      and import_id in (select id from import where id = any(${ids}::uuid[]) and kind = 'pictures')
    group by import_id`.execute(db)
  const counts = new Map(rows.map(({ id, ...one }) => [id, one]))
  return (id) => counts.get(id) ?? none
}

/** The rows whose pictures have not arrived. A picture import is small enough for a single answer. */
export const missingPictures = async (db: Db | Tx, id: string): Promise<number[]> => {
  const missing = await db
    .selectFrom('import_row')
    .innerJoin('import', 'import.id', 'import_row.import_id')
    .select('row')
    .where('import_id', '=', id)
    .where('kind', '=', 'pictures')
    .where('verdict', 'in', ['new', 'changed'])
    .where(sql<boolean>`not facts::jsonb ? 'image'`)
    .orderBy('row')
    .execute()
  return missing.map(({ row }) => row)
}

export const refuseMissingPictures = async (tx: Tx, id: string): Promise<void> => {
  if ((await missingPictures(tx, id)).length > 0)
    throw new Refusal(
      409,
      'Some pictures have not arrived. Choose the same files again. Only missing pictures are sent.',
    )
}
