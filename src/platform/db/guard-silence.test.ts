import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { connect } from './connect.ts'
import { openLine } from './testing-line.ts'

const { connection } = await startTestPortal()

const line = () => openLine(connection)

const open = (address: typeof connection) => {
  const { pool, close } = connect(address, 1, 300)
  after(close)
  return pool
}

test('a query on a silent database fails, and the next one gets a new connection', async () => {
  const { address, cut, mend } = await line()
  const pool = open(address)
  const first = (await pool.query('select pg_backend_pid() as pid')).rows[0].pid
  cut()
  await assert.rejects(pool.query('select 1'), /has not answered/)
  mend()
  assert.notEqual((await pool.query('select pg_backend_pid() as pid')).rows[0].pid, first)
})

test('an idle connection may be silent', async () => {
  const { address } = await line()
  const pool = open(address)
  const client = await pool.connect()
  const { pid } = (await client.query('select pg_backend_pid() as pid')).rows[0]
  await once(client.connection.stream, 'timeout')
  assert.equal((await client.query('select pg_backend_pid() as pid')).rows[0].pid, pid)
  client.release()
})

test('a query after a silence is guarded again', async () => {
  const { address, cut } = await line()
  const pool = open(address)
  const client = await pool.connect()
  await client.query('select 1')
  await once(client.connection.stream, 'timeout')
  cut()
  await assert.rejects(client.query('select 2'), /has not answered/)
  client.release(true)
})

test('request queries start no parallel workers', async () => {
  const { rows } = await open(connection).query('show max_parallel_workers_per_gather')
  assert.deepEqual(rows, [{ max_parallel_workers_per_gather: '0' }])
})
