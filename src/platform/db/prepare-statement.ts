import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import { preparePlanned } from './planning-client.ts'
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
export const prepareStatement = <Input extends object, Row>(build: Build<Input, Row>): Ask<Input, Row> =>
  prepare(build, types)

/** The same for rows that only go to the wire: their moments are ISO 8601 texts. */
export const prepareForWire = <Input extends object, Row>(build: Build<Input, Row>): Ask<Input, Row> =>
  prepare(build, wireTypes)

type Build<Input, Row> = (db: Db, given: Input) => Composed<Row>
type Ask<Input, Row> = (db: Db | Tx, given: Input) => Promise<Row[]>

const prepare = <Input extends object, Row>(
  build: Build<Input, Row>,
  parsing: pg.CustomTypesConfig,
): Ask<Input, Row> => {
  let compiled: CompiledQuery<Row> | null = null
  return async (db, given) => {
    compiled ??= named(build(composer, simulators<Input>()).compile(composer), parsing)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Slot ? given[value.name as keyof Input] : value,
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
const simulators = <Input extends object>(): Input =>
  new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Input

const named = <Row>(compiled: CompiledQuery<Row>, parsing: pg.CustomTypesConfig): CompiledQuery<Row> => {
  preparePlanned(compiled.sql, parsing)
  return compiled
}
