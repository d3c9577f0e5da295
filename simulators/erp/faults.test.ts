import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { newClient, portalOrder, startSimulator } from './testing.ts'

const orders = 'khsalesorder/SalesOrderCollection'
const simulator = await startSimulator()
const client = newClient(simulator.url)
afterEach(() => simulator.control('DELETE', '/faults'))
after(() => simulator.end('SIGTERM'))

const stored = async (reference: string) =>
  (await simulator.control<unknown[]>('GET', `/orders?reference=${reference}`)).length
const posts = async () =>
  (await simulator.control<{ method: string; status: number; fault: string }[]>('GET', '/requests')).filter(
    ({ method }) => method === 'POST',
  )

const cases: readonly { kind: string; more?: object; status: number | 'cut'; stored: number }[] = [
  { kind: 'reset-before', status: 'cut', stored: 0 },
  { kind: 'reset-after', status: 'cut', stored: 1 },
  { kind: 'slow', more: { ms: 30 }, status: 201, stored: 1 },
  { kind: 'slow-commit', more: { ms: 30 }, status: 201, stored: 1 },
  { kind: 'status', more: { status: 500 }, status: 500, stored: 0 },
  { kind: 'status', more: { status: 503 }, status: 503, stored: 0 },
  { kind: 'status', more: { status: 429 }, status: 429, stored: 0 },
  { kind: 'status-after', more: { status: 500 }, status: 500, stored: 1 },
  { kind: 'html', status: 200, stored: 0 },
  { kind: 'truncate', status: 'cut', stored: 1 },
  { kind: 'csrf-expire', status: 403, stored: 0 },
  { kind: 'maintenance', status: 503, stored: 0 },
]

for (const [position, { kind, more, status, stored: expected }] of cases.entries()) {
  test(`${kind} ${JSON.stringify(more ?? {})} answers ${status} and leaves ${expected} order(s)`, async () => {
    const reference = `FAULT-${position}`
    const fresh = newClient(simulator.url)
    await simulator.control('DELETE', '/requests')
    await simulator.control('POST', '/faults', [{ on: 'POST SalesOrderCollection', nth: 1, kind, ...more }])
    const answer = await fresh.send('POST', orders, portalOrder(reference)).catch(() => null)
    assert.equal(answer?.status ?? 'cut', status)
    assert.equal(await stored(reference), expected)
    const [noted, ...rest] = await posts()
    assert.deepEqual([noted?.fault, rest.length], [kind, 0])
  })
}

test('slow drops the order of a client that gave up; slow-commit keeps it', { timeout: 20_000 }, async () => {
  await simulator.control('DELETE', '/requests')
  for (const [kind, expected] of [
    ['slow', 0],
    ['slow-commit', 1],
  ] as const) {
    const { headers } = await client.get('khsalesorder/', {}, { 'x-csrf-token': 'fetch' })
    await simulator.control('POST', '/faults', [{ on: 'POST SalesOrderCollection', nth: 1, kind, ms: 250 }])
    const cookie = headers.getSetCookie().map((line) => line.split(';')[0])
    const giveUp = fetch(`${simulator.url}/sap/byd/odata/cust/v1/${orders}`, {
      method: 'POST',
      signal: AbortSignal.timeout(80),
      headers: {
        authorization: `Basic ${btoa('portal:simulator')}`,
        'content-type': 'application/json',
        'x-csrf-token': headers.get('x-csrf-token') ?? '',
        cookie: cookie.join('; '),
      },
      body: JSON.stringify(portalOrder(`GIVE-UP-${kind}`)),
    })
    await assert.rejects(giveUp)
    assert.equal(await stored(`GIVE-UP-${kind}`), 0)
    while (!(await posts()).some(({ fault }) => fault === kind));
    assert.equal(await stored(`GIVE-UP-${kind}`), expected)
  }
})

test('nth, times and p choose among the matching requests', async () => {
  const statuses = async (count: number) => {
    const seen = []
    for (let sent = 0; sent < count; sent += 1) seen.push((await client.get(orders, { $top: '1' })).status)
    return seen
  }
  await simulator.control('POST', '/faults', [
    { on: 'GET khsalesorder/*', nth: 2, times: 2, kind: 'status', status: 500 },
  ])
  assert.deepEqual(await statuses(5), [200, 500, 500, 200, 200])
  await simulator.control('DELETE', '/faults')
  await simulator.control('POST', '/faults', [{ on: '* *', p: 0.5, kind: 'status', status: 500 }])
  const failed = (await statuses(60)).filter((status) => status === 500).length
  assert.ok(failed > 10 && failed < 50, `${failed} of 60`)
  await assert.rejects(simulator.control('POST', '/faults', [{ on: 'GET x', kind: 'typo' }]), /kind/)
})

test('off refuses connections or closes for maintenance, on opens again', async () => {
  await simulator.control('POST', '/off')
  await assert.rejects(client.get(orders))
  await simulator.control('POST', '/on')
  assert.equal((await client.get(orders, { $top: '1' })).status, 200)
  await simulator.control('POST', '/off', { mode: 'maintenance' })
  const closed = await client.get(orders)
  assert.equal(closed.status, 503)
  assert.match(closed.headers.get('content-type') ?? '', /^text\/html/)
  await simulator.control('POST', '/on')
  assert.equal((await client.get(orders, { $top: '1' })).status, 200)
})

test('limits refuse the fourth request at a time and too many in a minute', async () => {
  await simulator.control('POST', '/limits', { concurrent: 3 })
  await simulator.control('POST', '/faults', [{ on: 'GET SalesOrderCollection', kind: 'slow', ms: 150 }])
  const together = await Promise.all(Array.from({ length: 5 }, () => client.get(orders, { $top: '1' })))
  assert.deepEqual(together.map(({ status }) => status).toSorted(), [200, 200, 200, 503, 503])
  await simulator.control('DELETE', '/faults')
  await simulator.control('POST', '/limits', { perMinute: 1 })
  await client.get(orders, { $top: '1' })
  const refused = await client.get(orders, { $top: '1' })
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
  await simulator.control('DELETE', '/limits')
})
