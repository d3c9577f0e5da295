import pg from 'pg'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import type { Connection } from './postmaster.ts'

const lookEveryMilliseconds = 2_000

/**
 * Starts or joins the embedded PostgreSQL and restarts it if it dies. The health check connects as `asWhom`, so it
 * needs no superuser.
 */
export const superviseEmbedded = async (
  folder: string,
  options?: EmbeddedOptions,
  asWhom: (superuser: Connection) => Partial<Connection> = () => ({}),
): Promise<EmbeddedDatabase> => {
  let current = await startEmbedded(folder, options)
  let looking: Promise<void> = Promise.resolve()

  const look = async () => {
    const { connection } = current
    if (await answers({ ...connection, ...asWhom(connection) })) return
    const gone = current
    current = await startEmbedded(folder, options)
    await gone.stop()
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {})
  }, lookEveryMilliseconds)
  timer.unref()

  return {
    connection: current.connection,
    stop: async () => {
      clearInterval(timer)
      await looking
      await current.stop()
    },
  }
}

/** Busy or full servers count as answering; only an unreachable one does not. */
const answers = async (connection: Connection): Promise<boolean> => {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && ['ENOENT', 'ECONNREFUSED'].includes(String(error.code)))
  }
}
