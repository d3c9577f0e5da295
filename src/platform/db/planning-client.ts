import pg from 'pg'

interface Planned {
  /** What every connection that keeps it planned calls it. */
  name: string
  types: pg.CustomTypesConfig
}

/** By their texts; one text is planned in one way only. */
const statements = new Map<string, Planned>()

/** From now on the text is sent under a name of its own, so that each connection plans it once. */
export const preparePlanned = (text: string, types: pg.CustomTypesConfig): void => {
  if (!statements.has(text)) statements.set(text, { name: `portal_${statements.size + 1}`, types })
}

/**
 * A connection that knows which statements are kept planned. It asks the driver by callback, whatever its caller awaits: of
 * what the driver allocates for its own promises two thirds outlive the answer.
 */
export class PlanningClient extends pg.Client {
  // The overloads are the driver's own.
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
