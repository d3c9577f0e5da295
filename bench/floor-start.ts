// The floor of a cold start: the same PostgreSQL on the same folder, and a bare Fastify that copies all products.
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import { startEmbedded } from '#platform/embedded-postgres/embedded.ts'

const { connection, stop } = await startEmbedded(join(process.env.DATA_DIR ?? '', 'postgres'))
const pool = new pg.Pool({ ...connection, database: 'apotheca' })
// PostgreSQL may stop before the pool does.
pool.on('error', () => {})
const server = Fastify()
server.get('/', async () => ({ bytes: await copyProducts() }))

/** The driver calls back for each message. */
const copyProducts = async (): Promise<number> => {
  const client = await pool.connect()
  let bytes = 0
  try {
    await new Promise<void>((resolve, reject) => {
      const copy = {
        submit: (connection: { query(text: string): void }) => connection.query('copy product to stdout'),
        handleCopyData: ({ chunk }: { chunk: Buffer }) => {
          bytes += chunk.length
        },
        handleCommandComplete: () => {},
        handleReadyForQuery: () => resolve(),
        handleError: reject,
      }
      client.query(copy)
    })
  } finally {
    client.release()
  }
  return bytes
}

const url = await server.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`ready at ${url}\n`)
process.on('SIGTERM', () => {
  void server
    .close()
    .then(() => pool.end())
    .then(stop)
    .then(() => process.exit(0))
})
