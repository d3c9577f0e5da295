import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newClient, portalOrder, startSimulator } from './testing.ts'

const orders = 'khsalesorder/SalesOrderCollection'
const simulator = await startSimulator()
const client = newClient(simulator.url)
after(() => simulator.end('SIGTERM'))

const tokenAndCookies = async () => {
  const { headers } = await client.get('khsalesorder/', {}, { 'x-csrf-token': 'Fetch' })
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  return { token: headers.get('x-csrf-token') ?? '', cookies }
}

test('a token counts only together with all of its own cookies', async () => {
  const { token, cookies } = await tokenAndCookies()
  const other = await tokenAndCookies()
  const attempts: readonly [headers: Record<string, string>, status: number][] = [
    [{ 'x-csrf-token': token, cookie: cookies.join('; ') }, 201],
    [{ 'x-csrf-token': token, cookie: '' }, 403],
    [{ 'x-csrf-token': token, cookie: cookies[0] ?? '' }, 403],
    [{ 'x-csrf-token': token, cookie: cookies[1] ?? '' }, 403],
    [{ 'x-csrf-token': token, cookie: other.cookies.join('; ') }, 403],
    [{ 'x-csrf-token': 'made-up', cookie: cookies.join('; ') }, 403],
  ]
  for (const [headers, status] of attempts) {
    const answer = await client.send('POST', orders, portalOrder('CSRF-1'), headers)
    assert.equal(answer.status, status, JSON.stringify(headers))
    if (status === 403) {
      assert.equal(answer.text, 'CSRF token validation failed')
      assert.equal(answer.headers.get('x-csrf-token'), 'Required')
      assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
    }
  }
  assert.equal((await simulator.control<unknown[]>('GET', '/orders?reference=CSRF-1')).length, 1)
})

test('no token and no cookies come without being asked for', async () => {
  const { headers } = await client.get(orders, { $top: '1' })
  assert.equal(headers.get('x-csrf-token'), null)
  assert.deepEqual(headers.getSetCookie(), [])
})

test('a stranger sees the logon page', async () => {
  const answer = await newClient(simulator.url, 'portal', 'wrong').get(orders)
  assert.equal(answer.status, 401)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
})
