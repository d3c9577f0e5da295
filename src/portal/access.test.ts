import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { openSession } from '#identity/open-session.ts'
import type { Access, Endpoint } from '#shared/endpoint.ts'
import { isOpenToReadOnly } from '#platform/http/bearer.ts'
import { refuseRoutesWithoutAccess } from '#platform/http/serve.ts'
import { readRights, rightOf, type Role, roles } from './testing-rights.ts'
import { startTestPortal, type TestUser } from './testing.ts'

const portal = await startTestPortal()
const callers = new Map<string, Pick<TestUser, '_id' | 'email' | 'token'> | null>()

/** Active callers, with the access levels of their role. */
const admitted: Record<Role, readonly Access[]> = {
  visitor: ['anyone'],
  viewer: ['anyone', 'signedIn', 'customer', 'buyer'],
  buyer: ['anyone', 'signedIn', 'customer', 'buyer'],
  approver: ['anyone', 'signedIn', 'customer', 'buyer'],
  manager: ['anyone', 'signedIn', 'customer', 'buyer', 'manager'],
  rep: ['anyone', 'signedIn', 'buyer', 'staff'],
  admin: ['anyone', 'signedIn', 'staff', 'manager', 'admin'],
  director: ['anyone', 'signedIn', 'staff', 'manager', 'admin'],
}

const rights = await readRights()
const callOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

/** Callers without a valid session. */
const nobodies = ['anonymous', 'forged', 'inactive', 'deleted', 'signed out', 'expired', 'idle for a day']

const { db, addUser } = portal
callers.set('anonymous', null)
callers.set('buyer', await addUser())
callers.set('viewer', await addUser({ buying_role: 'viewer' }))
callers.set('approver', await addUser({ buying_role: 'approver' }))
callers.set('manager', await addUser({ buying_role: 'manager' }))
callers.set('rep', await addUser({ is_sales_rep: true }))
callers.set('admin', await addUser({ is_admin: true }))
callers.set('director', await addUser({ is_admin: true, is_read_only: true }))
callers.set('forged', { _id: randomUUID(), email: 'forged@test.example', token: 'A'.repeat(43) })
const [inactive, deleted, signedOut, expired, idle] = await Promise.all([
  addUser(),
  addUser(),
  addUser(),
  addUser(),
  addUser(),
])
await db.updateTable('user_account').set({ is_active: false }).where('id', '=', inactive._id).execute()
await db.updateTable('user_account').set({ deleted_at: new Date() }).where('id', '=', deleted._id).execute()
await db.deleteFrom('session').where('user_id', '=', signedOut._id).execute()
await db
  .updateTable('session')
  .set({ expires_at: new Date(Date.now() - 1_000) })
  .where('user_id', '=', expired._id)
  .execute()
await db
  .updateTable('session')
  .set({ last_seen_at: new Date(Date.now() - 86_400_000) })
  .where('user_id', '=', idle._id)
  .execute()
callers
  .set('inactive', inactive)
  .set('deleted', deleted)
  .set('signed out', signedOut)
  .set('expired', expired)
  .set('idle for a day', idle)

const callAs = async ({ method, path }: Endpoint, caller: string): Promise<number> => {
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => (name === 'email' ? 'nobody@test.example' : randomUUID()))
  const { status } = await portal.send({
    method,
    url,
    as: callers.get(caller) ?? null,
    ...(method !== 'GET' && { payload: {} }),
  })
  return status
}

const endsSessions = ({ method, path }: Endpoint) =>
  path.endsWith('/signout') || (method === 'DELETE' && path.endsWith('/sessions'))

/** The previous call ended the caller's session. */
const signInAgain = async (caller: string): Promise<void> => {
  const user = callers.get(caller)
  if (!user) return
  const token = await openSession(db, { userId: user._id, ip: '', userAgent: '' })
  callers.set(caller, { ...user, token })
}

describe('every call, by every kind of caller', () => {
  it('declares the access of the rights matrix in its contract', () => {
    assert.deepEqual([...new Set(rights.keys()).difference(new Set(portal.endpoints.map(callOf)))], [])
    for (const endpoint of portal.endpoints) {
      const right = rightOf(rights, endpoint)
      for (const role of roles) {
        const isAdmitted =
          admitted[role].includes(endpoint.access) &&
          !(endpoint.isOrdering && role === 'viewer') &&
          (role !== 'director' || isOpenToReadOnly(endpoint))
        assert.equal(isAdmitted, right.cells[role] !== '-', `${callOf(endpoint)} for ${role}`)
      }
      assert.equal(endpoint.isConfirmed ?? false, right.password === 'always', `${callOf(endpoint)}: password`)
    }
  })

  it('admits exactly the callers of the matrix', async () => {
    for (const endpoint of portal.endpoints) {
      const call = callOf(endpoint)
      for (const nobody of nobodies) {
        const status = await callAs(endpoint, nobody)
        // A public call works without a token; an expired token is refused.
        if (endpoint.access === 'anyone' && nobody === 'anonymous')
          assert.ok(
            ![401, 403].includes(status) || endpoint.path.endsWith('/signin'),
            `${call} as ${nobody}: ${status}`,
          )
        else assert.equal(status, 401, `${call} as ${nobody}`)
      }
      for (const caller of roles) {
        if (caller === 'visitor') continue
        const status = await callAs(endpoint, caller)
        if (endsSessions(endpoint)) await signInAgain(caller)
        if (rightOf(rights, endpoint).cells[caller] !== '-')
          assert.ok(
            status < 500 && (status !== 403 || endpoint.path.endsWith('/signin')),
            `${call} as ${caller}: ${status}`,
          )
        else assert.equal(status, 403, `${call} as ${caller}`)
      }
    }
  })

  it('is served once per method and path', () => {
    const calls = portal.endpoints.map(({ method, path }) => `${method} ${path}`)
    assert.equal(new Set(calls).size, calls.length)
  })

  it('is in the OpenAPI document', async () => {
    const { body } = await portal.send({ method: 'GET', url: '/api/openapi.json' })
    const paths = body.paths as Record<string, Record<string, unknown>>
    for (const { method, path } of portal.endpoints)
      assert.ok(paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()], `${method} ${path}`)
  })
})

describe('a route without declared access', () => {
  it('prevents the start', () => {
    const http = Fastify()
    refuseRoutesWithoutAccess(http)
    assert.throws(() => http.get('/open-door', async () => 'come in'), /GET \/open-door does not say who may call it/)
  })
})

describe('an unknown address', () => {
  it('is a page with status 404', async () => {
    const statusOf = async (url: string) =>
      (await portal.send({ method: 'GET', url, headers: { accept: 'text/html' } })).status
    for (const url of ['/metrics', '/nonexistent', '/admin', '/order/1/2', '/Cart'])
      assert.equal(await statusOf(url), 404, url)
    for (const url of [
      '/',
      '/?page=2',
      '/search?query=a/b',
      '/order/1',
      '/cart/',
      '/product/a-b',
      '/signin/company/staff',
    ])
      assert.equal(await statusOf(url), 200, url)
  })

  it('is refused as JSON for API calls', async () => {
    for (const url of ['/api/nothing', '/api/orders/a/b/c', '/assets/..%2f..%2f..%2fpackage.json']) {
      const { status, body } = await portal.send({ method: 'GET', url, headers: { accept: 'text/html' } })
      assert.ok(status === 404 || status === 403, `${url}: ${status}`)
      assert.equal(typeof body.message, 'string', url)
    }
  })
})
