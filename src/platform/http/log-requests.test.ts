import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'

let logged: Record<string, unknown>[] = []

beforeEach(() => {
  logged = []
  mock.method(process.stderr, 'write', (line: string) => logged.push(JSON.parse(line)) > 0)
})
afterEach(() => mock.restoreAll())

const portal = await startTestPortal({ environment: { LOG_LEVEL: 'info' } })

const lineOf = async (send: Parameters<typeof portal.send>[0]): Promise<Record<string, unknown>> => {
  await portal.send(send)
  assert.equal(logged.length, 1)
  const [{ time, pid, hostname, milliseconds, reqId, ...line } = {}] = logged
  assert.ok(Number(time) > 0 && Number(pid) > 0 && hostname !== '' && Number(milliseconds) >= 0)
  return { ...line, reqId }
}

describe('a request', () => {
  it('is logged in one line with user, address, request and status', async () => {
    const user = await portal.addUser()
    const url = `/api/users/UserByEmail/${user.email}?secret=1`
    const { reqId, ...line } = await lineOf({ method: 'GET', url, as: user, remoteAddress: '10.0.0.9' })
    assert.deepEqual(line, {
      level: 30,
      req: { method: 'GET', path: '/api/users/UserByEmail/<email>', ip: '10.0.0.9' },
      user: user._id,
      status: 200,
      msg: 'request completed',
    })
    assert.match(String(reqId), /^[0-9a-f-]{36}$/)
    assert.doesNotMatch(JSON.stringify(logged), new RegExp(`secret|${user.token}`))
  })

  it('is logged as a warning if the caller lacks permission', async () => {
    const user = await portal.addUser()
    const line = await lineOf({ method: 'GET', url: '/api/users/staff', as: user })
    assert.deepEqual([line['level'], line['msg'], line['user'], line['status']], [40, 'request refused', user._id, 403])
  })

  it('without a session has no user', async () => {
    const line = await lineOf({
      method: 'GET',
      url: '/api/users/staff',
      headers: { authorization: 'Bearer no-such-token' },
    })
    assert.deepEqual([line['level'], line['user'], line['status']], [30, null, 401])
    assert.doesNotMatch(JSON.stringify(logged), /no-such-token/)
  })
})
