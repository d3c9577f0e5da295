import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, it } from 'node:test'
import pg from 'pg'
import { connect } from './connect.ts'
import { explainRefusal } from './explain-refusal.ts'

/** Accepts connections and stays silent, like a frozen database or an overloaded machine. */
const sockets: Socket[] = []
const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
await once(silent, 'listening')
after(() => {
  for (const socket of sockets) socket.destroy()
  silent.close()
})

const where = {
  host: '127.0.0.1',
  port: (silent.address() as AddressInfo).port,
  user: 'apotheca',
  connectionTimeoutMillis: 100,
}

const sentence = /^The database does not answer in time: make sure it is running, and check DATABASE_URL/

it('a database that accepts a connection and stays silent is explained in one sentence, for migrations and for calls', async () => {
  const client = new pg.Client(where)
  const { pool, close } = connect(where)
  for (const asking of [client.connect(), pool.query('select')]) {
    const error: unknown = await asking.then(
      () => null,
      (reason: unknown) => reason,
    )
    assert.match(explainRefusal(error) ?? String(error), sentence)
  }
  await close()
})

it('other errors are left to their handlers', () => {
  for (const error of [new Error('ENOENT: no such file'), new Error('The backup is damaged.'), null, 'text'])
    assert.equal(explainRefusal(error), null)
})
