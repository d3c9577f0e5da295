import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'
import type pg from 'pg'
import { root } from '../src/platform/root.ts'
import { allDomains } from './schema-page.ts'

interface Column {
  table: string
  name: string
  type: string
  isArray: boolean
  isNullable: boolean
  isView: boolean
  hasDefault: boolean
  /** The definitions of the column's checks. */
  checks: string[]
}

/** The tables.ts file of each room: Kysely types generated from a migrated database. */
export const tableTypes = async (pool: pg.Pool): Promise<Map<string, string>> => {
  const { rows } = await pool.query<Column>(everyColumn)
  const options: FormatConfig = JSON.parse(await readFile(resolve(root, '.oxfmtrc.json'), 'utf8'))
  const found = new Map<string, string>()
  for (const { domain, names } of await allDomains()) {
    const room = domain.replaceAll(' ', '-')
    const named = await namedColumns(room)
    const tables = names.map((table) => ({ table, columns: rows.filter((column) => column.table === table) }))
    const path = `src/${room}/tables.ts`
    const { code, errors } = await format(path, textOf(room, named, tables), options)
    if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${JSON.stringify(errors)}`)
    found.set(path, code)
  }
  return found
}

/** The folder of a room's column types; the platform's are with its database code. */
const folderOf = (room: string): string => (room === 'platform' ? 'platform/db' : room)

/** Columns, as `table.column`, whose types a room declares in its column-types.ts. */
const namedColumns = async (room: string): Promise<Set<string>> => {
  const text = await readFile(resolve(root, 'src', folderOf(room), 'column-types.ts'), 'utf8').catch(() => '')
  return new Set([...text.matchAll(/^ {2}'(\w+\.\w+)': /gm)].map(([, column = '']) => column))
}

const textOf = (room: string, named: ReadonlySet<string>, tables: { table: string; columns: Column[] }[]): string => {
  const unknown = [...named].find(
    (name) => !tables.some(({ columns }) => columns.some((column) => name === `${column.table}.${column.name}`)),
  )
  if (unknown) throw new Error(`The room ${room} has no column ${unknown}.`)
  const interfaceName = `${room.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Columns`
  const body = tables.map(({ table, columns }) => {
    const lines = columns.map((column) => `${column.name}: ${typeOf(column, named, interfaceName)}`)
    return `${columns.some(({ isView }) => isView) ? '/** A view. */\n' : ''}${table}: {\n${lines.join('\n')}\n}`
  })
  const text = body.join('\n')
  const shared = ['Bigint', 'Defaulted', 'Json', 'Moment'].filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  return [
    '// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.',
    shared.length > 0 ? `import type { ${shared.join(', ')} } from '#platform/db/column-types.ts'` : '',
    named.size > 0
      ? `import type { ${interfaceName} } from './${room === 'platform' ? 'db/' : ''}column-types.ts'`
      : '',
    '',
    `declare module '#platform/db/tables.ts' {\ninterface Tables {\n${text}\n}\n}\n`,
  ].join('\n')
}

const typeOf = (column: Column, named: ReadonlySet<string>, interfaceName: string): string => {
  const { table, name, type, isArray, isNullable, isView, hasDefault } = column
  const own = named.has(`${table}.${name}`) ? `${interfaceName}['${table}.${name}']` : null
  // The room declares which columns of a view are nullable.
  if (isView && own) return own
  const plain =
    type === 'json' || type === 'jsonb' ? `Json<${own ?? 'unknown'}>` : (own ?? unionOf(column) ?? typeNames[type])
  if (!plain) throw new Error(`${table}.${name} has the type ${type}, which is not listed in scripts/table-types.ts.`)
  const whole = `${isArray ? `${plain}[]` : plain}${isNullable ? ' | null' : ''}`
  return hasDefault ? `Defaulted<${whole}>` : whole
}

/** As the driver parses them: src/platform/db/value-parsers.ts. */
const typeNames: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'Bigint',
  numeric: 'number',
  text: 'string',
  timestamptz: 'Moment',
  uuid: 'string',
}

/** The union of values that a check allows, if it lists them. */
const unionOf = ({ name, checks }: Column): string | null => {
  for (const check of checks) {
    const [, list] =
      new RegExp(`^CHECK \\(${name} = ANY \\(ARRAY\\[((?:'[^']*'::text(?:, )?)+)\\]\\)\\)$`).exec(check) ?? []
    if (list) return list.replaceAll('::text', '').replaceAll(', ', ' | ')
  }
  return null
}

// A view's column is nullable if a column with its name in an underlying table is.
const everyColumn = `
  select held.relname as table, attribute.attname as name, held.relkind = 'v' as "isView",
    coalesce(piece.typname, kind.typname) as type, piece.oid is not null as "isArray",
    attribute.atthasdef or attribute.attidentity <> '' as "hasDefault",
    case when held.relkind = 'v' then exists (
      select from pg_rewrite
      join pg_depend on pg_depend.objid = pg_rewrite.oid and pg_depend.refclassid = 'pg_class'::regclass
      join pg_attribute beneath on beneath.attrelid = refobjid and beneath.attnum = refobjsubid
      join pg_class on pg_class.oid = refobjid and pg_class.relkind = 'r'
      where ev_class = held.oid and beneath.attname = attribute.attname and not beneath.attnotnull
    ) else not attribute.attnotnull end as "isNullable",
    array(
      select pg_get_constraintdef(oid, true) from pg_constraint
      where conrelid = held.oid and contype = 'c' and conkey = array[attribute.attnum] order by conname
    ) as checks
  from pg_class held
  join pg_attribute attribute on attrelid = held.oid and attnum > 0 and not attisdropped
  join pg_type declared on declared.oid = attribute.atttypid
  join pg_type kind on kind.oid = coalesce(nullif(declared.typbasetype, 0), declared.oid)
  left join pg_type piece on piece.oid = nullif(kind.typelem, 0) and kind.typcategory = 'A'
  where held.relnamespace = current_schema()::regnamespace and held.relkind in ('r', 'v') and held.relname <> 'migration'
  order by held.relname, attribute.attnum`
