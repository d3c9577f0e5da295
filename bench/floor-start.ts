// The floor of a cold start: the same PostgreSQL on the same folder, and a bare Fastify that asks it one question.
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import { startEmbedded } from '#platform/embedded-postgres/embedded.ts'

const { connection, stop } = await startEmbedded(join(process.env.DATA_DIR ?? '', 'postgres'))
const pool = new pg.Pool({ ...connection, database: 'apotheca' })
// PostgreSQL may be faster to stop than the pool.
pool.on('error', () => {})
const server = Fastify()
server.get('/', async () => (await pool.query('select id, name, price from product limit 12')).rows)
const url = await server.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`ready at ${url}\n`)
process.on('SIGTERM', () => {
  void server
    .close()
    .then(() => pool.end())
    .then(stop)
    .then(() => process.exit(0))
})
