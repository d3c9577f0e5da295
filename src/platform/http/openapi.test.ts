import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'

interface Operation {
  operationId: string
  summary: string
  security?: object[]
}

test('the document has each operation once, with its address and access', async () => {
  const portal = await startTestPortal({ environment: { PUBLIC_URL: 'https://orders.example' } })
  const { raw } = await portal.send({ method: 'GET', url: '/api/openapi.json' })
  const { servers, security, paths } = raw.json<{
    servers: object[]
    security: object[]
    paths: Record<string, Record<string, Operation>>
  }>()
  assert.deepEqual(servers, [{ url: 'https://orders.example' }])
  assert.deepEqual(security, [{ bearer: [] }])
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  assert.equal(operations.length, portal.endpoints.length)
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
  assert.ok(operations.every(({ operationId, summary }) => /^[a-z][A-Za-z0-9]+$/.test(operationId) && summary !== ''))
  assert.deepEqual(paths['/api/products/search']?.['get']?.security, [{}, { bearer: [] }])
  assert.equal(paths['/api/orders']?.['post']?.security, undefined)
})

test('the reference is a page under the common policy, excluded from search engines, and can be switched off', async () => {
  const { send } = await startTestPortal()
  const { raw } = await send({ method: 'GET', url: '/api/docs', headers: { accept: 'text/html' } })
  assert.equal(raw.statusCode, 200)
  assert.equal(raw.headers['x-robots-tag'], 'noindex')
  const policy = String(raw.headers['content-security-policy'])
  const [, nonce = ''] = /script-src 'self' 'nonce-([^']+)';/.exec(policy) ?? []
  assert.match(policy, /style-src 'self' 'nonce-[^']+';.*connect-src 'self';.*require-trusted-types-for 'script'/)
  const scripts = raw.body.match(/<script[^>]*>/g) ?? []
  assert.ok(scripts.length > 0 && scripts.every((tag) => tag.includes(` nonce="${nonce}"`)))
  const without = await startTestPortal({ environment: { API_REFERENCE: '0' } })
  const none = await without.send({ method: 'GET', url: '/api/docs', headers: { accept: 'text/html' } })
  assert.equal(none.raw.statusCode, 404)
})
