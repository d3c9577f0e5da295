import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { inTurn, measure, measureBeside, median, quantile, turns } from './measure.ts'
import { cpuOf, treeOf } from './read-usage.ts'

const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.statusCode = request.url === '/broken' ? 500 : 200
  response.end('answer')
})
await new Promise<void>((done) => {
  server.listen(0, '127.0.0.1', done)
})
after(() => server.close())
const target = {
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  pid: process.pid,
  postmaster: process.pid,
}

test('calls are sent in turn until none is left, and failures are counted and named', async () => {
  const paths = ['/one', '/broken', '/two']
  const calls = () => {
    const path = paths.shift()
    return path ? { path } : null
  }
  const measured = await measure('a case', target, calls, { connections: 1, seconds: 5 })
  assert.deepEqual(asked, ['/one', '/broken', '/two'])
  assert.equal(measured.requests, 3)
  assert.equal(measured.failures, 1)
  assert.match(measured.failure, /^\/broken: 500 answer/)
  assert.ok(measured.p50 > 0 && measured.p50 <= measured.p95 && measured.p95 <= measured.p99)
})

test('a measurement ends when its time is over', async () => {
  const timed = await measure('timed', target, inTurn('/'), { connections: 4, seconds: 0.2 })
  assert.ok(timed.requests > 4)
})

test('a case takes turns with its floor', async () => {
  asked.length = 0
  const beside = { target, calls: inTurn('/case'), floor: { name: 'floor', target, calls: inTurn('/') } }
  const measured = await measureBeside('a case', beside, { connections: 2, seconds: 0.4 })
  const changes = asked.filter((path, at) => path !== asked[at - 1])
  assert.deepEqual(changes, Array.from({ length: turns }, () => ['/', '/case']).flat())
  assert.ok(measured.requests > 0 && measured.requests < asked.filter((path) => path === '/case').length)
  assert.ok(measured.beside && measured.beside.floor.requests > 0)
  assert.ok(Number.isFinite(measured.beside.ratios.p95) && measured.beside.ratios.p95 > 0)
})

test('quantiles of sorted values', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => at + 1)
  assert.equal(quantile(hundred, 0.5), 50)
  assert.equal(quantile(hundred, 0.95), 95)
  assert.equal(quantile([7], 0.99), 7)
  assert.equal(quantile([], 0.5), 0)
  assert.equal(median([5, 1, 3]), 3)
})

const isLinux = process.platform === 'linux'

test('the process tree starts with its root', { skip: !isLinux }, async () => {
  const [first] = treeOf(process.pid)
  assert.equal(first?.id, process.pid)
})

test('the CPU of a process includes its own use', { skip: !isLinux }, async () => {
  const before = cpuOf(process.pid)
  const used = process.cpuUsage()
  while (process.cpuUsage(used).user < 30_000);
  const counted = cpuOf(process.pid) - before
  const { user, system } = process.cpuUsage(used)
  assert.ok(counted > 25_000 && counted < user + system + 10_000, `${counted} of ${user + system}`)
})
