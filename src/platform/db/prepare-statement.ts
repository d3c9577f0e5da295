import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import { keepPlanned } from './planning-client.ts'
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

/**
 * A statement that is composed once for the process and planned once for each connection: for the few that are asked
 * thousands of times a minute and whose plan does not hang on their values. `build` is called once, with simulators:
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
    compiled ??= named(build(composer, simulators<Given>()).compile(composer), parsing)
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
const simulators = <Given extends object>(): Given =>
  new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Given

const named = <Row>(compiled: CompiledQuery<Row>, parsing: pg.CustomTypesConfig): CompiledQuery<Row> => {
  keepPlanned(compiled.sql, parsing)
  return compiled
}
