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

/** A placeholder for a value of each call. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A query builder or SQL template. */
interface Composed<Row> {
  compile(composer: Db): CompiledQuery<Row>
}

/**
 * Composes a statement once per process and plans it once per connection, for frequent queries whose plan does not
 * depend on their values. `build` runs once with placeholders: it may bind its input, but must not read it.
 */
export const prepareStatement = <Input extends object, Row>(build: Build<Input, Row>): Ask<Input, Row> =>
  prepare(build, types)

/** The same for rows that only go to the wire: moments are ISO 8601 texts. */
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
    compiled ??= named(build(composer, placeholders<Input>()).compile(composer), parsing)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Slot ? given[value.name as keyof Input] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** Compiles statements without a connection. */
const composer: Db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Any property is a placeholder of that name; the cast is safe because statements only bind them. */
const placeholders = <Input extends object>(): Input =>
  new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Input

const named = <Row>(compiled: CompiledQuery<Row>, parsing: pg.CustomTypesConfig): CompiledQuery<Row> => {
  preparePlanned(compiled.sql, parsing)
  return compiled
}
