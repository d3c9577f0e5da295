import pg from 'pg'

interface Planned {
  /** The statement's name on every connection. */
  name: string
  types: pg.CustomTypesConfig
}

/** Keyed by SQL text. */
const statements = new Map<string, Planned>()

/** Registers a text as a prepared statement, which each connection plans once. */
export const preparePlanned = (text: string, types: pg.CustomTypesConfig): void => {
  if (!statements.has(text)) statements.set(text, { name: `portal_${statements.size + 1}`, types })
}

/** Calls the driver with a callback: what it allocates for promises outlives the answer. */
export class PlanningClient extends pg.Client {
  // Matches the driver's overloads.
  override query = ((...given: unknown[]) => {
    const ask = super.query.bind(this) as (...args: unknown[]) => unknown
    const [text, values] = given
    if (typeof text !== 'string' || given.length > 2 || typeof values === 'function') return ask(...given)
    return new Promise((resolve, reject) => {
      ask({ text, values, ...statements.get(text) }, (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result),
      )
    })
  }) as pg.Client['query']
}
