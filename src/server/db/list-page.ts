import { type RawBuilder, sql } from 'kysely'
import type { Count } from '#shared/filters.ts'
import type { Condition, Expression } from './conditions.ts'
import type { Db } from './tables.ts'

/** Counting stops here: what is longer has `more than` that many rows. */
export const mostCounted = 10_000

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
 * The ids of one page, and how many rows there are in all. Ids alone are read from an index in the wanted order, so a far
 * page costs index entries and no rows.
 */
export const pageOfIds = async (db: Db, list: Page): Promise<{ ids: string[]; count: Count }> => {
  const [{ rows }, count] = await Promise.all([selectIds(list).execute(db), countUpTo(db, list)])
  return { ids: rows.map(({ id }) => id), count }
}

const selectIds = ({ page, pageSize, ...list }: Page): RawBuilder<{ id: string }> =>
  sql<{ id: string }>`${sorted(list)} limit ${pageSize} offset ${(page - 1) * pageSize}`

/** All ids in order: for files of the whole list. */
export const allIds = async (db: Db, list: Sorted): Promise<string[]> => {
  const { rows } = await sorted(list).execute(db)
  return rows.map(({ id }) => id)
}

const sorted = ({ table, where, by, isDescending }: Sorted): RawBuilder<{ id: string }> => {
  const order = isDescending ? orderBy(by, sql`desc`, sql`asc`) : orderBy(by, sql`asc`, sql`desc`)
  return sql<{ id: string }>`select id::text from ${sql.table(table)} where ${where} order by ${order}`
}

const orderBy = (by: readonly Expression[], way: Expression, tieWay: Expression): Expression =>
  sql.join([...by.map((expression) => sql`${expression} ${way}`), sql`id ${tieWay}`])

const countUpTo = async (db: Db, { table, where }: List): Promise<Count> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from ${sql.table(table)} where ${where} limit ${mostCounted + 1}) matching`.execute(db)
  const count = rows[0]?.count ?? 0
  return { number: Math.min(count, mostCounted), isMore: count > mostCounted }
}
