import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { type Fields, makeReader, type Texts } from './read-rows.ts'

export interface Statement {
  /** What every connection that keeps it planned calls it. */
  name: string
  text: string
  types: pg.CustomTypesConfig
  readers: Map<string, Reader>
}

type Reader = ReturnType<typeof makeReader>

declare module 'pg' {
  /** As the driver's own queries use it; its types are older. */
  interface Connection {
    /** Texts of the statements that are planned, by their names. */
    parsedStatements: Record<string, string>
    parse(statement: { name: string; text: string }): void
    bind(bound: { statement: string; values: Values }): void
    describe(portal: { type: 'P' }): void
    execute(): void
  }
}

type Values = (string | Buffer | null)[]
type Send = (query: pg.Submittable) => unknown
type Ask = (statement: Statement, values: readonly unknown[]) => Promise<{ rows: object[] }>

/**
 * Asks prepared statements on one connection. The driver's own query has the columns described with each answer, which costs
 * short ones more than their values do; PostgreSQL refuses a planned statement whose columns have changed, so that it
 * is enough to ask for them once.
 */
export const askStatements = (send: Send): Ask => {
  const readers = new Map<Statement, Reader>()
  return async (statement, values) => {
    const bound = values.map(prepareValue)
    const rows = await new Promise<Texts[]>((resolve, reject) => {
      send(new Question({ statement, bound, readers, resolve, reject }))
    })
    const read = readers.get(statement)
    return { rows: read ? rows.map(read) : [] }
  }
}

interface Asked {
  statement: Statement
  bound: Values
  readers: Map<Statement, Reader>
  resolve: (rows: Texts[]) => void
  reject: (error: Error) => void
}

/** The driver calls it back for each message, and keeps account of what is planned by its name and text. */
class Question implements pg.Submittable {
  readonly name: string
  readonly text: string
  readonly #asked: Asked
  readonly #rows: Texts[] = []

  constructor(asked: Asked) {
    this.#asked = asked
    this.name = asked.statement.name
    this.text = asked.statement.text
  }

  submit(connection: pg.Connection): void {
    const { name, text } = this
    const { statement, bound, readers } = this.#asked
    connection.stream.cork()
    if (connection.parsedStatements[name] === undefined) connection.parse({ name, text })
    connection.bind({ statement: name, values: bound })
    if (!readers.has(statement)) connection.describe({ type: 'P' })
    connection.execute()
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: Fields }): void {
    const { statement, readers } = this.#asked
    const columns = fields.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`).join()
    const reader = statement.readers.get(columns) ?? makeReader(fields, statement.types)
    statement.readers.set(columns, reader)
    readers.set(statement, reader)
  }

  handleDataRow({ fields }: { fields: Texts }): void {
    this.#rows.push(fields)
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#asked.reject(error)
  }

  handleReadyForQuery(): void {
    this.#asked.resolve(this.#rows)
  }
}
