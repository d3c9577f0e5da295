import pg from 'pg'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from './embedded.ts'

// No role: to hear that it answers, nobody has to be let in.
const nobody = 'nobody'

const lookEveryMilliseconds = 2_000

/** Starts or joins the embedded PostgreSQL and brings it back when it dies, for as long as the portal runs. */
export const keepEmbedded = async (folder: string, options?: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  let current = await startEmbedded(folder, options)
  let looking: Promise<void> = Promise.resolve()

  const look = async () => {
    if (await answers(current.connection)) return
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

/** A server that is busy, full or knows nobody of this name answers too; only one that is not there at all does not. */
const answers = async (connection: EmbeddedDatabase['connection']): Promise<boolean> => {
  const client = new pg.Client({ ...connection, user: nobody, database: 'postgres', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && ['ENOENT', 'ECONNREFUSED'].includes(String(error.code)))
  }
}
