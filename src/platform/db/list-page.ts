import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Count } from '#shared/filters.ts'
import { allOf, type Bind, type Condition, type Expression, inline, bound } from './conditions.ts'
import { type ValueCache, makeValueCache } from '../cache-values.ts'
import { prepareForWire } from './prepare-statement.ts'
import type { Db } from './tables.ts'

/** Counting stops here; a longer list shows "more than" this number. */
const maxCounted = 10_000

/** Pages up to this row are read with OFFSET; further pages skip over index entries only. */
const maxNearby = 500

export interface List {
  table: 'product' | 'sales_order' | 'invoice' | 'account' | 'listed_customer' | 'audit_entry'
  /** Disjoint sets, each found by a different index; every row is in one of them. */
  among?: readonly Condition[]
  where: Condition
  /** Sort keys, most significant first; the ID breaks ties. */
  by: readonly Expression[]
  isDescending: boolean
  /** Usually more rows match than are counted, so the length is checked before counting. */
  isBroad?: boolean
  /** The rows are contiguous in an index in this order, so a page comes from it and the rest is only counted. */
  isInOrder?: boolean
  /** The same indexes find the rows for any values, so the statement can use a generic plan. */
  isNarrow?: boolean
}

/** A list's query for the visible columns of its rows, which ends with the given condition. */
export interface ShownList<Row> extends List {
  shown: (which: Condition) => RawBuilder<Row>
}

interface Query {
  page: number
  pageSize: number
}

interface Part {
  pageSize: number
  offset: number
  end: number
}

interface Page<Row> {
  rows: Row[]
  count: Count
}

/** Reads one page with the total count, in one statement unless there are too many rows to count. */
export const pageOfRows = async <Row>(db: Db, list: ShownList<Row>, wanted: Query): Promise<Page<Row>> => {
  const part = partOf(wanted)
  if (list.isBroad && (await isMany(db, list))) return pageOfMany(db, list, part)
  if (list.isInOrder && isNear(part))
    return countedUpTo((await countedBeside(list, nearPage(list, part)).execute(db)).rows, part)
  const statement = countedPage(list, part)
  const rows = list.isNarrow ? await runPlanned(db, statement) : (await statement.execute(db)).rows
  return counted(rows, part) ?? pageOfMany(db, list, part)
}

/**
 * A prepared version for frequent lists that are short for most callers; `build` only binds its input. With
 * `areSetsInOrder` the index of each set also has the requested order, and `shown` has the sort keys' columns.
 */
export const preparePage = <Input extends object, Row>(
  build: (given: Input, bind: Bind) => ShownList<Row>,
  areSetsInOrder: boolean,
): ((db: Db, given: Input, wanted: Query) => Promise<Page<Row>>) => {
  const ask = prepareForWire((_, given: Input & Part) => countedPage(build(given, bound), given))
  const askNear = prepareForWire((_, given: Input & Part) => countedNearPage(build(given, bound), given))
  return async (db, given, wanted) => {
    const part = partOf(wanted)
    if (areSetsInOrder && isNear(part)) return countedUpTo(await askNear(db, { ...given, ...part }), part)
    return counted(await ask(db, { ...given, ...part }), part) ?? pageOfMany(db, build(given, inline), part)
  }
}

/** Reads the IDs of one page. */
export const pageOfIds = async (
  db: Db,
  { page, pageSize, ...list }: List & Query,
): Promise<{ ids: string[]; count: Count }> => {
  const shown = (which: Condition) =>
    sql<{ row_id: string }>`select id::text as row_id from ${sql.raw(list.table)} where ${which}`
  const { rows, count } = await pageOfRows(db, { ...list, shown }, { page, pageSize })
  return { ids: rows.map(({ row_id }) => row_id), count }
}

/** Reads all IDs in order, for exports. */
export const allIds = async (db: Db, list: List): Promise<string[]> => {
  const { rows } = await sql<{ row_id: string }>`
    select id::text as row_id from (${inIndexOrder(list)}) found order by ${orderOf(list)}`.execute(db)
  return rows.map(({ row_id }) => row_id)
}

const partOf = ({ page, pageSize }: Query): Part => {
  const offset = (page - 1) * pageSize
  return { pageSize, offset, end: offset + pageSize }
}

const isNear = ({ end }: Part): boolean => end <= maxNearby

type Counted<Row> = { rows_in_all: number } & Row

/** A page beyond the last row comes back as a single row with only the count. */
const countedUpTo = <Row>(rows: Counted<Row>[], { offset }: Part): Page<Row> => {
  const number = rows[0]?.rows_in_all ?? 0
  const count = { number: Math.min(number, maxCounted), isMore: number > maxCounted }
  return { rows: number > offset ? rows : [], count }
}

const counted = <Row>(rows: Counted<Row>[], part: Part): Page<Row> | null => {
  const page = countedUpTo(rows, part)
  return page.count.isMore ? null : page
}

type Values = readonly unknown[]
type Ask = (db: Db, values: Values) => Promise<unknown[]>

const planned = new Map<string, Ask>()
const maxPlanned = 50

/** Limits the number of prepared statements, because every connection caches a plan for each. */
const runPlanned = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> => {
  const compiled = statement.compile(db)
  const ask = planned.get(compiled.sql) ?? prepareText(compiled)
  if (planned.size < maxPlanned) planned.set(compiled.sql, ask)
  else if (!planned.has(compiled.sql)) return (await db.executeQuery(compiled)).rows
  return (await ask(db, compiled.parameters)) as Row[] // the same text has the same columns
}

const prepareText = (compiled: CompiledQuery): Ask =>
  prepareForWire((_, values: Values) => ({
    compile: () => ({ ...compiled, parameters: compiled.parameters.map((_value, at) => values[at]) }),
  }))

const lengthsIn = new WeakMap<Db, ValueCache<boolean>>()
const minute = 60_000

/** Cached per minute: the answer rarely changes, and checking it costs most of a long list's page. */
const isMany = (db: Db, { table, where }: List): Promise<boolean> => {
  const look = sql`select from ${sql.raw(table)} where ${where} offset ${sql.lit(maxCounted)} limit 1`.compile(db)
  const version = String(Math.floor(Date.now() / minute))
  const lengths = lengthsIn.get(db) ?? makeValueCache<boolean>(1_000)
  lengthsIn.set(db, lengths)
  return lengths.get(JSON.stringify([look.sql, look.parameters]), version, async () => {
    const { rows } = await db.executeQuery(look)
    return { version, value: rows.length > 0 }
  })
}

/**
 * Finds few rows by the filter's index, then counts and sorts them. MATERIALIZED keeps the planner from scanning the
 * sort index in the hope of an early match. Returns no rows if there are too many to count.
 */
const countedPage = <Row>(list: ShownList<Row>, part: Part): RawBuilder<Counted<Row>> => {
  const few = sql`found where (select rows_in_all from counted) <= ${sql.lit(maxCounted)}`
  return sql<Counted<Row>>`
    with found as materialized (select * from (${oneAfterAnother(list, oneMore)}) every_set ${oneMore}),
      counted as (select count(*)::int as rows_in_all from found)
    select rows_in_all, listed.* from counted left join (${rowsFrom(few, list, part)}) listed on true`
}

/** Early pages come from an index in the requested order; later ones by ID first, so that they cost no rows. */
const pageOfMany = async <Row>(db: Db, list: ShownList<Row>, part: Part): Promise<Page<Row>> => {
  const { rows } = await (list.among || !isNear(part) ? farPage(list, part) : nearPage(list, part)).execute(db)
  return { rows, count: many }
}

const many: Count = { number: maxCounted, isMore: true }

const farPage = <Row>(list: ShownList<Row>, part: Part): RawBuilder<Row> =>
  rowsFrom(sql`(${inIndexOrder(list, sql`limit ${part.end}`)}) found`, list, part)

const nearPage = <Row>({ shown, where, ...list }: ShownList<Row>, part: Part): RawBuilder<Row> =>
  sql<Row>`${shown(where)} order by ${orderIn(list)} ${limitTo(part, inline)}`

/** Reads each set in order, up to the page's end, merges them into the page and counts separately. */
const countedNearPage = <Row>(list: ShownList<Row>, part: Part): RawBuilder<Counted<Row>> => {
  const { shown, where } = list
  const sets = setsOf(list).map(
    (set) => sql`(${shown(allOf([set, where]))} order by ${orderIn(list)} limit ${bound(part.end, 'bigint')})`,
  )
  const page = sql<Row>`
    select * from (${sql.join(sets, sql` union all `)}) near order by ${orderIn(list)} ${limitTo(part)}`
  return countedBeside(list, page)
}

const countedBeside = <Row>(list: List, page: RawBuilder<Row>): RawBuilder<Counted<Row>> => sql<Counted<Row>>`
  select counted.*, listed.*
  from (select count(*)::int as rows_in_all from (${oneAfterAnother(list, oneMore)}) every_set) counted
  left join (${page}) listed on true`

/** The page's rows in order; only they get the visible columns. */
const rowsFrom = <Row>(found: Expression, list: ShownList<Row>, part: Part): RawBuilder<Row> => sql<Row>`
  select shown.*
  from (select * from ${found} order by ${orderOf(list)} ${limitTo(part)}) page
  cross join lateral (${list.shown(sql<boolean>`${sql.raw(list.table)}.id = page.id`)}) shown
  order by ${orderOf(list, 'page')}`

const oneMore = sql`limit ${sql.lit(maxCounted + 1)}`

const limitTo = ({ pageSize, offset }: Part, bind = bound): Expression =>
  sql`limit ${bind(pageSize, 'bigint')} offset ${bind(offset, 'bigint')}`

const inIndexOrder = (list: List, most = sql``): Expression =>
  oneAfterAnother(list, sql`order by ${orderOf(list)} ${most}`)

/** The IDs and sort keys of each set, with the given ending. */
const oneAfterAnother = (list: List, end: Expression): Expression => {
  const { table, where, by } = list
  const keys = by.map((expression, at) => sql`${expression} as ${sql.raw(keyAt(at))}`)
  const sets = setsOf(list).map(
    (set) => sql`(select ${sql.join([sql`id`, ...keys])} from ${sql.raw(table)} where ${set} and ${where} ${end})`,
  )
  return sql.join(sets, sql` union all `)
}

const setsOf = ({ among }: List): readonly Condition[] => among ?? [sql<boolean>`true`]

const keyAt = (at: number): string => `key_${at}`

type Ordered = Pick<List, 'by' | 'isDescending'>

const orderOf = ({ by, isDescending }: Ordered, of?: string): Expression => {
  const named = (name: string) => sql.raw(of ? `${of}.${name}` : name)
  return inOrder([...by.map((_, at) => named(keyAt(at))), named('id')], isDescending)
}

/** The same by expressions instead of key columns. */
const orderIn = ({ by, isDescending }: Ordered): Expression => inOrder([...by, sql`id`], isDescending)

/** The ID comes last and breaks ties in the opposite direction, as in the indexes. */
const inOrder = (keys: readonly Expression[], isDescending: boolean): Expression => {
  const [way, tieWay] = isDescending ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`]
  return sql.join(keys.map((key, at) => sql`${key} ${at === keys.length - 1 ? tieWay : way}`))
}
