import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import { askStatements, type Statement } from './ask-statement.ts'
import type { Db, Tables, Tx } from './tables.ts'
import { types, wireTypes } from './value-parsers.ts'

/** Stands in a statement for a value that is given with each call. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A query, or a text with values in it. */
interface Composed<Row> {
  compile(composer: Db): CompiledQuery<Row>
}

/** By their texts; one text is prepared in one way only. */
const statements = new Map<string, Statement>()

/**
 * A statement that is composed once for the process and planned once for each connection: for the few that are asked
 * thousands of times a minute and whose plan does not hang on their values. `build` is called once, with stand-ins:
 * it may bind what it is given, and must not look at it.
 */
export const prepareStatement = <Given extends object, Row>(build: Build<Given, Row>): Ask<Given, Row> =>
  prepare(build, types)

/** The same for rows that only go to the wire: their moments are ISO 8601 texts. */
export const prepareForWire = <Given extends object, Row>(build: Build<Given, Row>): Ask<Given, Row> =>
  prepare(build, wireTypes)

type Build<Given, Row> = (db: Db, given: Given) => Composed<Row>
type Ask<Given, Row> = (db: Db | Tx, given: Given) => Promise<Row[]>

const prepare = <Given extends object, Row>(
  build: Build<Given, Row>,
  parsing: pg.CustomTypesConfig,
): Ask<Given, Row> => {
  let compiled: CompiledQuery<Row> | null = null
  return async (db, given) => {
    compiled ??= named(build(composer, standIns<Given>()).compile(composer), parsing)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Slot ? given[value.name as keyof Given] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** Composes and never connects. */
const composer: Db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Any name is a slot of that name; the cast holds because statements only bind them. */
const standIns = <Given extends object>(): Given => new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Given

const named = <Row>(compiled: CompiledQuery<Row>, parsing: pg.CustomTypesConfig): CompiledQuery<Row> => {
  const text = compiled.sql
  if (!statements.has(text))
    statements.set(text, { name: `portal_${statements.size + 1}`, text, types: parsing, readers: new Map() })
  return compiled
}

/**
 * Sends the statements that were prepared under their names; all others go as they are. Answers come by callback: by the
 * promises that the driver makes itself, what it allocates outlives the answer (docs/decisions/0018).
 */
export const knowStatements = (client: pg.PoolClient): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const askPlanned = askStatements(query)
  const ask = (text: unknown, values: unknown) =>
    new Promise((resolve, reject) => {
      query(text, values, (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result)))
    })
  const withNames = (...[text, values, ...rest]: unknown[]) => {
    if (rest.length > 0 || typeof values === 'function' || isItsOwn(text)) return query(text, values, ...rest)
    const prepared = typeof text === 'string' && Array.isArray(values) ? statements.get(text) : undefined
    return prepared ? askPlanned(prepared, values as unknown[]) : ask(text, values)
  }
  client.query = withNames as typeof client.query // the overloads are the client's own
}

/** A query with ways of its own to tell its answer. */
const isItsOwn = (text: unknown): boolean => typeof text === 'object' && text !== null && 'submit' in text
