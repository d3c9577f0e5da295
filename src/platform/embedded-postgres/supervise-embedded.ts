import pg from 'pg'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import type { Connection } from './postmaster.ts'

const lookEveryMilliseconds = 2_000

/**
 * Starts or joins the embedded PostgreSQL and brings it back when it dies, for as long as the portal runs. Whether it answers is
 * asked as `asWhom` says, so that nobody need be superuser for that.
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

/** A server that is busy or full answers too; only one that is not there at all does not. */
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
