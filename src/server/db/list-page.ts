import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Count } from '#shared/filters.ts'
import { type Bind, type Condition, type Expression, seen, unseen } from './conditions.ts'
import { remember } from '../remember-values.ts'
import { prepareStatement } from './prepare-statement.ts'
import type { Db } from './tables.ts'

/** Counting stops here: what is longer has `more than` that many rows. */
const mostCounted = 10_000

export interface List {
  table: 'sales_order' | 'invoice' | 'user_account' | 'audit_entry'
  /** Sets that share no row, each found by an index of its own; a row is in one of them. */
  among?: readonly Condition[]
  /** The same sets for a statement that is not kept planned: with all that the planner should look at. */
  amongSeen?: (db: Db) => Promise<readonly Condition[]>
  where: Condition
  /** Most significant first, each with the largest first; the id breaks ties. */
  by: readonly Expression[]
  isDescending: boolean
  /** Most often more match than are counted, so that they are not looked at before they are counted. */
  isBroad?: boolean
  /** Found by the same indexes whatever the values are, which the planner cannot look at: the statement is kept planned. */
  isNarrow?: boolean
}

/** A list with what a row of it shows: a query for the row whose id is `page.id`. */
export interface ShownList<Row> extends List {
  shown: RawBuilder<Row>
}

interface Wanted {
  page: number
  pageSize: number
}

interface Part {
  pageSize: number
  offset: number
}

interface Page<Row> {
  rows: Row[]
  count: Count
}

/** One page with its rows, and how many rows there are in all: one statement, unless there are too many to count. */
export const pageOfRows = async <Row>(db: Db, list: ShownList<Row>, wanted: Wanted): Promise<Page<Row>> => {
  const part = partOf(wanted)
  if (list.isBroad && (await isMany(db, list))) return pageOfMany(db, list, part)
  if (list.isNarrow) {
    const rows = await askPlanned(db, countedPage(list, part))
    return counted(rows) ?? pageOfMany(db, await withSetsSeen(db, list), part)
  }
  const seenList = await withSetsSeen(db, list)
  const { rows } = await countedPage(seenList, part).execute(db)
  return counted(rows) ?? pageOfMany(db, seenList, part)
}

/**
 * The same for a list that is asked for very often in the same form, and is short for nearly everyone: `build` binds what
 * it is given.
 */
export const preparePage = <Given extends object, Row>(
  build: (given: Given, bind: Bind) => ShownList<Row>,
): ((db: Db, given: Given, wanted: Wanted) => Promise<Page<Row>>) => {
  const ask = prepareStatement((_, given: Given & Part) => countedPage(build(given, unseen), given))
  return async (db, given, wanted) => {
    const part = partOf(wanted)
    return counted(await ask(db, { ...given, ...part })) ?? pageOfMany(db, build(given, seen), part)
  }
}

/** The ids of one page alone. */
export const pageOfIds = async (
  db: Db,
  { page, pageSize, ...list }: List & Wanted,
): Promise<{ ids: string[]; count: Count }> => {
  const shown = sql<{ row_id: string }>`select page.id::text as row_id`
  const { rows, count } = await pageOfRows(db, { ...list, shown }, { page, pageSize })
  return { ids: rows.map(({ row_id }) => row_id), count }
}

/** All ids in order: for files of the whole list. */
export const allIds = async (db: Db, list: List): Promise<string[]> => {
  const all = inIndexOrder(await withSetsSeen(db, list))
  const { rows } = await sql<{ row_id: string }>`
    select id::text as row_id from (${all}) found order by ${orderOf(list)}`.execute(db)
  return rows.map(({ row_id }) => row_id)
}

const withSetsSeen = async <L extends List>(db: Db, list: L): Promise<L> =>
  list.amongSeen ? { ...list, among: await list.amongSeen(db) } : list

const partOf = ({ page, pageSize }: Wanted): Part => ({ pageSize, offset: (page - 1) * pageSize })

type Counted<Row> = { rows_in_all: number; is_row: boolean | null } & Row

const counted = <Row>(rows: readonly Counted<Row>[]): Page<Row> | null => {
  const number = rows[0]?.rows_in_all ?? 0
  if (number > mostCounted) return null
  return { rows: rows.filter(({ is_row }) => is_row), count: { number, isMore: false } }
}

type Values = readonly unknown[]
type Ask = (db: Db, values: Values) => Promise<unknown[]>

const planned = new Map<string, Ask>()
const mostPlanned = 50

/** Every connection keeps a plan for each text, so that there must not be too many. */
const askPlanned = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> => {
  const compiled = statement.compile(db)
  const ask = planned.get(compiled.sql) ?? prepareText(compiled)
  if (planned.size < mostPlanned) planned.set(compiled.sql, ask)
  else if (!planned.has(compiled.sql)) return (await db.executeQuery(compiled)).rows
  return (await ask(db, compiled.parameters)) as Row[] // the text is the same, and so are its columns
}

const prepareText = (compiled: CompiledQuery): Ask =>
  prepareStatement((_, values: Values) => ({
    compile: () => ({ ...compiled, parameters: compiled.parameters.map((_value, at) => values[at]) }),
  }))

const lengths = remember<boolean>(1_000)
const minute = 60_000

/** Whether there are too many to count hardly ever changes, and looking again costs most of a long list's page. */
const isMany = (db: Db, { table, where }: List): Promise<boolean> => {
  const look = sql`select from ${sql.table(table)} where ${where} offset ${sql.lit(mostCounted)} limit 1`.compile(db)
  const version = String(Math.floor(Date.now() / minute))
  return lengths.get(JSON.stringify([look.sql, look.parameters]), version, async () => {
    const { rows } = await db.executeQuery(look)
    return { version, value: rows.length > 0 }
  })
}

/**
 * Few rows are found by the filter's index, counted and sorted, all at once; materialised, or the planner might walk a
 * whole index in order in the hope of meeting the few early. Where there are too many to count there is no page.
 */
const countedPage = <Row>(list: ShownList<Row>, part: Part): RawBuilder<Counted<Row>> => {
  const oneMore = sql`limit ${sql.lit(mostCounted + 1)}`
  const few = sql`found where (select rows_in_all from counted) <= ${sql.lit(mostCounted)}`
  return sql<Counted<Row>>`
    with found as materialized (select * from (${oneAfterAnother(list, oneMore)}) every_set ${oneMore}),
      counted as (select count(*)::int as rows_in_all from found)
    select rows_in_all, listed.* from counted left join (${rowsFrom(few, list, part)}) listed on true`
}

/** Of many rows an index in the wanted order gives the ids alone, so that a far page costs index entries and no rows. */
const pageOfMany = async <Row>(db: Db, list: ShownList<Row>, part: Part): Promise<Page<Row>> => {
  const first = inIndexOrder(list, sql`limit ${part.offset + part.pageSize}`)
  const { rows } = await rowsFrom(sql`(${first}) found`, list, part).execute(db)
  return { rows, count: { number: mostCounted, isMore: true } }
}

/** The page's rows in order: what is shown is looked up for them alone. */
const rowsFrom = <Row>(
  found: Expression,
  list: ShownList<Row>,
  { pageSize, offset }: Part,
): RawBuilder<Row> => sql<Row>`
  select shown.*, true as is_row
  from (
    select * from ${found} order by ${orderOf(list)}
    limit ${unseen(pageSize, 'bigint')} offset ${unseen(offset, 'bigint')}
  ) page
  cross join lateral (${list.shown}) shown
  order by ${orderOf(list, 'page')}`

const inIndexOrder = (list: List, most = sql``): Expression =>
  oneAfterAnother(list, sql`order by ${orderOf(list)} ${most}`)

/** The rows of each set with the keys they are sorted by; each set ends as said. */
const oneAfterAnother = ({ table, among, where, by }: List, end: Expression): Expression => {
  const keys = by.map((expression, at) => sql`${expression} as ${sql.ref(keyAt(at))}`)
  const sets = (among ?? [sql<boolean>`true`]).map(
    (set) => sql`(select ${sql.join([sql`id`, ...keys])} from ${sql.table(table)} where ${set} and ${where} ${end})`,
  )
  return sql.join(sets, sql` union all `)
}

const keyAt = (at: number): string => `key_${at}`

/** The id breaks ties the other way round, as in the indexes. */
const orderOf = ({ by, isDescending }: List, of?: string): Expression => {
  const [way, tieWay] = isDescending ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`]
  const named = (name: string) => sql.ref(of ? `${of}.${name}` : name)
  return sql.join([...by.map((_, at) => sql`${named(keyAt(at))} ${way}`), sql`${named('id')} ${tieWay}`])
}
