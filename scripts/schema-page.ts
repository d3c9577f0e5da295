import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type pg from 'pg'
import { allMigrations } from '../src/platform/db/migrate.ts'
import { root } from '../src/platform/root.ts'

interface Column {
  name: string
  type: string
  isNullable: boolean
  default: string | null
  comment: string | null
}

interface Rule {
  kind: 'primary key' | 'unique' | 'check' | 'reference'
  text: string
  columns: string[]
  target: string | null
}

interface Table {
  name: string
  isView: boolean
  comment: string | null
  columns: Column[]
  rules: Rule[]
}

export const schemaPagePath = resolve(root, 'docs/schema.md')

/** The page of all tables, generated from a migrated database and its comments; domains are named by the migrations. */
export const schemaPage = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<Table>(everyTable)
  const domains = await allDomains()
  const stray = rows.find(({ name }) => !domains.some(({ names }) => names.includes(name)))
  if (stray) throw new Error(`No migration has a line that starts with "create table ${stray.name}".`)
  const groups = domains.map(({ domain, files, names }) => ({
    domain,
    files,
    tables: names.flatMap((name) => rows.filter((table) => table.name === name)),
  }))
  return [
    intro,
    groups.map(({ domain, tables }) => `- ${domain}: ${tables.map(linkTo).join(', ')}`).join('\n'),
    'References between tables; tables without references are omitted.',
    diagram(
      groups.flatMap(({ domain, tables }) => {
        const lines = tables.flatMap(relations)
        return lines.length > 0 ? [`%% ${domain}`, ...lines] : []
      }),
    ),
    ...groups.flatMap(({ domain, files, tables }) => {
      const lines = tables.flatMap(relations)
      return [
        `## ${domain}`,
        files.map((file) => `[${file}](../migrations/${file})`).join(', '),
        ...(lines.length > 0 ? [diagram(lines)] : []),
        ...tables.map(section),
      ]
    }),
  ]
    .join('\n\n')
    .concat('\n')
}

const intro = `# The tables

Generated from a freshly migrated database by \`node scripts/run.mjs scripts/write-schema.ts\`; a test compares
them. Explanations are comments in [\`migrations/\`](../migrations), which also explain the indexes.
The application creates IDs (UUIDv7), so that rows sort by creation time. \`migration\`, which is not shown,
records the applied files with their checksums.`

interface Domain {
  domain: string
  files: string[]
  /** Its tables and views. */
  names: string[]
}

/** In the order of the migrations. */
export const allDomains = async (): Promise<Domain[]> => {
  const found = new Map<string, Domain>()
  for (const file of await allMigrations()) {
    const sql = await readFile(resolve(root, 'migrations', file), 'utf8')
    const domain = file.replaceAll(/^\d+-|\.sql$/g, '').replaceAll('-', ' ')
    const { files, names } = found.get(domain) ?? { files: [], names: [] }
    const made = [...sql.matchAll(/^create (?:table|view) (\w+)/gm)].map(([, name = '']) => name)
    found.set(domain, { domain, files: [...files, file], names: [...names, ...made] })
  }
  return [...found.values()]
}

const everyTable = `
  select relname as name, relkind = 'v' as "isView", obj_description(held.oid, 'pg_class') as comment,
    (
      select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod),
        'isNullable', not attnotnull, 'default', pg_get_expr(adbin, adrelid),
        'comment', col_description(held.oid, attnum)) order by attnum)
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = held.oid and attnum > 0 and not attisdropped
    ) as columns,
    (
      select coalesce(json_agg(rule order by place, text), '[]') from (
        select case contype when 'p' then 'primary key' when 'u' then 'unique' when 'c' then 'check'
          else 'reference' end as kind, pg_get_constraintdef(oid, true) as text, nullif(confrelid, 0)::regclass as target,
          array(select attname from pg_attribute where attrelid = conrelid and attnum = any(conkey)
            order by array_position(conkey, attnum)) as columns, position(contype in 'pucf') as place
        from pg_constraint where conrelid = held.oid and contype in ('p', 'u', 'c', 'f')
        union all
        select 'unique', regexp_replace(pg_get_indexdef(indexrelid, 0, true), '^.* USING \\w+ ', 'UNIQUE '), null, '{}', 2
        from pg_index
        where indrelid = held.oid and indisunique
          and not exists (select from pg_constraint where conindid = indexrelid)
      ) rule (kind, text, target, columns, place)
    ) as rules
  from pg_class held
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v') and relname <> 'migration'`

const linkTo = ({ name }: Pick<Table, 'name'>): string => `[${name}](#${name})`

const diagram = (lines: readonly string[]): string =>
  ['```mermaid', 'erDiagram', '  direction LR', ...lines.map((line) => `  ${line}`), '```'].join('\n')

/** One line for each referenced table, even with several references. */
const relations = ({ name, columns, rules }: Table): string[] => {
  const references = rules.filter(({ kind }) => kind === 'reference')
  const keys = rules.filter(({ kind }) => kind === 'primary key' || kind === 'unique').map((rule) => rule.columns)
  return [...new Set(references.map(({ target }) => target))].map((target) => {
    const theirs = references.filter((one) => one.target === target)
    const through = columns.filter((column) => theirs.some((one) => one.columns.includes(column.name)))
    const isOptional = through.some(({ isNullable }) => isNullable)
    const isSingle = theirs.every((one) => keys.some((key) => key.join() === one.columns.join()))
    const label = through.map((column) => column.name).join(', ')
    return `${target} ${isOptional ? '|o' : '||'}--${isSingle ? 'o|' : 'o{'} ${name} : "${label}"`
  })
}

const section = ({ name, isView, comment, columns, rules }: Table): string => {
  const referenceOf = ({ name: column }: Column): string => {
    const target = rules.find((rule) => rule.kind === 'reference' && rule.columns.includes(column))?.target
    return target ? linkTo({ name: target }) : ''
  }
  const rowOf = (column: Column): string[] => {
    const byDefault = column.default === null ? '' : `\`${plain(column.default)}\``
    const ofTable = isView ? [] : [column.isNullable ? 'null' : '', byDefault, referenceOf(column)]
    return [`\`${column.name}\``, shortType(column.type), ...ofTable, column.comment ?? '']
  }
  const titles = ['column', 'type', ...(isView ? [] : ['null', 'default', 'references']), 'what it says']
  const table = [titles, titles.map(() => '---'), ...columns.map(rowOf)].map(tableRow).join('\n')
  const shown = rules.filter(({ kind }) => kind !== 'reference').map(({ text }) => `- ${plainRule(text)}`)
  return [`### ${name}`, isView ? 'A view.' : '', comment, table, shown.join('\n')].filter(Boolean).join('\n\n')
}

const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

const shortType = (type: string): string => type.replace('timestamp with time zone', 'timestamptz')

/** As the migrations write it, without the type casts that PostgreSQL adds to constants. */
const plain = (expression: string): string =>
  expression
    .replaceAll(/::(?:text|numeric|integer|jsonb)(?:\[\])?/g, '')
    .replaceAll(/= ANY \(ARRAY\[([^\]]*)\]\)/g, 'in ($1)')

const plainRule = (text: string): string => {
  const [, kind = '', rest = ''] = /^(PRIMARY KEY|UNIQUE|CHECK) (.*)$/.exec(plain(text)) ?? []
  // PostgreSQL wraps every check in parentheses.
  const inside = kind === 'CHECK' ? rest.slice(1, -1) : (/^\(([^()]*)\)$/.exec(rest)?.[1] ?? rest)
  const lower = inside.replaceAll(/\b(?:AND|OR|NOT|IS|NULL|WHERE|INCLUDE)\b/g, (word) => word.toLowerCase())
  return `${kind.toLowerCase()} \`${lower}\``
}
