import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { openBenchConnection } from './open-line.ts'

/** Answers each request with these chunks, one write each; null ends the connection. */
const serving = async (...answers: (string | null)[][]) => {
  const asked: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.setNoDelay()
    socket.on('error', () => {})
    socket.on('data', async (bytes) => {
      asked.push(bytes.toString())
      for (const piece of answers.shift() ?? []) {
        if (piece === null) return void socket.destroy()
        await new Promise((sent) => socket.write(piece, sent))
        // The client runs in the same process: let it read this chunk first.
        await setImmediate()
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line = openBenchConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  after(() => {
    line.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { line, asked, connections: () => sockets.length }
}

const answer = (status: number, body: string) =>
  `HTTP/1.1 ${status} Said\r\nContent-Length: ${Buffer.byteLength(body)}\r\nx: y\r\n\r\n${body}`

test('calls go over one connection, with their headers and bodies', async () => {
  const { line, asked, connections } = await serving([answer(200, 'one')], [answer(201, '')])
  assert.deepEqual(await line.ask({ path: '/a?b=1', headers: { authorization: 'Bearer t' } }), {
    status: 200,
    text: '',
  })
  assert.deepEqual(await line.ask({ method: 'POST', path: '/b', body: '{"a":"ä"}' }), { status: 201, text: '' })
  assert.equal(connections(), 1)
  assert.match(asked[0] ?? '', /^GET \/a\?b=1 HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\nauthorization: Bearer t\r\n\r\n$/)
  assert.match(asked[1] ?? '', /^POST \/b HTTP\/1\.1\r\n(.+\r\n)*content-length: 10\r\n\r\n\{"a":"ä"\}$/)
})

test('an answer may arrive in any chunks', async () => {
  const whole = answer(200, 'x'.repeat(300_000))
  const { line } = await serving(
    [whole.slice(0, 20), whole.slice(20, 50), whole.slice(50, 53), whole.slice(53)],
    [answer(404, 'nothing here').slice(0, -4), 'here'],
  )
  assert.equal((await line.ask({ path: '/' })).status, 200)
  assert.deepEqual(await line.ask({ path: '/' }), { status: 404, text: 'nothing here' })
})

test('a call whose connection ends fails, and the next one gets another', async () => {
  const { line, connections } = await serving(['HTTP/1.1 200', null], [answer(200, 'fine')])
  await assert.rejects(line.ask({ path: '/' }), /closed/)
  assert.equal((await line.ask({ path: '/' })).status, 200)
  assert.equal(connections(), 2)
})

test('an answer without a length cannot be measured', async () => {
  const { line } = await serving(['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'])
  await assert.rejects(line.ask({ path: '/' }), /length/)
})
