import { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Ends a connection that owes an answer and has said nothing for so many milliseconds: whoever waits is told, and the next
 * connection is a new one. The driver's `query_timeout` would do the same with a timer for each query, by which what queries
 * allocate outlives them (docs/decisions/0018).
 */
export const guardSilence = (client: pg.PoolClient, milliseconds: number): void => {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  stream.setTimeout(milliseconds)
  stream.on('timeout', () => {
    if (owesAnswer(client)) stream.destroy(new Error(`The database has been silent for ${milliseconds} ms.`))
  })
}

/** Its types do not say so, but its own queue goes by it. */
const owesAnswer = (client: pg.PoolClient & { readyForQuery?: boolean }): boolean => client.readyForQuery === false
