import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import type { Db, Tables, Tx } from './tables.ts'

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

/** Texts of statements that every connection keeps planned, with the names they have there. */
const names = new Map<string, string>()

/**
 * A statement that is composed once for the process and planned once for each connection: for the few that are asked
 * thousands of times a minute and whose plan does not hang on their values. `build` is called once, with stand-ins:
 * it may bind what it is given, and must not look at it.
 */
export const prepareStatement = <Given extends object, Row>(
  build: (db: Db, given: Given) => Composed<Row>,
): ((db: Db | Tx, given: Given) => Promise<Row[]>) => {
  let compiled: CompiledQuery<Row> | null = null
  return async (db, given) => {
    compiled ??= named(build(composer, standIns<Given>()).compile(composer))
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

const named = <Row>(compiled: CompiledQuery<Row>): CompiledQuery<Row> => {
  if (!names.has(compiled.sql)) names.set(compiled.sql, `portal_${names.size + 1}`)
  return compiled
}

/**
 * Sends the statements that were prepared under their names; all others go as they are. Answers come by callback: by the
 * promises that the driver makes itself, what it allocates outlives the answer (docs/decisions/0018).
 */
export const knowStatements = (client: pg.PoolClient): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const ask = (...args: unknown[]) =>
    new Promise((resolve, reject) => {
      query(...args, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)))
    })
  const withNames = (...[text, values, ...rest]: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) ? names.get(text) : undefined
    const asked = name === undefined ? [text, values] : [{ name, text, values }]
    const isAwaited = rest.length === 0 && typeof values !== 'function' && !isItsOwn(text)
    return isAwaited ? ask(...asked) : query(...asked, ...rest)
  }
  client.query = withNames as typeof client.query // the overloads are the client's own
}

/** A query with ways of its own to tell its answer. */
const isItsOwn = (text: unknown): boolean => typeof text === 'object' && text !== null && 'submit' in text
