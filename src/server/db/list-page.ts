import { type RawBuilder, sql } from 'kysely'
import type { Count } from '#shared/filters.ts'
import type { Condition, Expression } from './conditions.ts'
import type { Db } from './tables.ts'

/** Counting stops here: what is longer has `more than` that many rows. */
const mostCounted = 10_000

interface List {
  table: 'sales_order' | 'invoice' | 'user_account' | 'audit_entry'
  where: Condition
}

interface Sorted extends List {
  /** Most significant first, each with the largest first; the id breaks ties. */
  by: readonly Expression[]
  isDescending: boolean
}

interface Page extends Sorted {
  page: number
  pageSize: number
}

/**
 * The ids of one page, and how many rows there are in all. Few rows are found by the filter's index and then sorted; of
 * many, an index in the wanted order gives the ids alone, so that a far page costs index entries and no rows.
 */
export const pageOfIds = async (db: Db, list: Page): Promise<{ ids: string[]; count: Count }> => {
  const count = await countUpTo(db, list)
  const { page, pageSize } = list
  const ids = count.isMore ? inIndexOrder(list) : foundAndSorted(list)
  const { rows } = await sql<{ row_id: string }>`${ids} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return { ids: rows.map(({ row_id }) => row_id), count }
}

/** All ids in order: for files of the whole list. */
export const allIds = async (db: Db, list: Sorted): Promise<string[]> => {
  const { rows } = await inIndexOrder(list).execute(db)
  return rows.map(({ row_id }) => row_id)
}

const inIndexOrder = ({ table, where, by, isDescending }: Sorted): RawBuilder<{ row_id: string }> =>
  sql`select id::text as row_id from ${sql.table(table)} where ${where} order by ${orderOf(by, isDescending)}`

/** Materialised, or the planner might walk a whole index in order in the hope of meeting the few rows early. */
const foundAndSorted = ({ table, where, by, isDescending }: Sorted): RawBuilder<{ row_id: string }> => {
  const keys = by.map((expression, at) => sql`${expression} as ${sql.ref(`key_${at}`)}`)
  const order = orderOf(
    by.map((_, at) => sql.ref(`key_${at}`)),
    isDescending,
  )
  return sql`
    with found as materialized (select ${sql.join([sql`id`, ...keys])} from ${sql.table(table)} where ${where})
    select id::text as row_id from found order by ${order}`
}

/** The id breaks ties the other way round, as in the indexes. */
const orderOf = (by: readonly Expression[], isDescending: boolean): Expression => {
  const [way, tieWay] = isDescending ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`]
  return sql.join([...by.map((expression) => sql`${expression} ${way}`), sql`id ${tieWay}`])
}

const countUpTo = async (db: Db, { table, where }: List): Promise<Count> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from ${sql.table(table)} where ${where} limit ${mostCounted + 1}) matching`.execute(db)
  const count = rows[0]?.count ?? 0
  return { number: Math.min(count, mostCounted), isMore: count > mostCounted }
}
