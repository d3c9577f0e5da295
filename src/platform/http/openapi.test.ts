import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'

interface Operation {
  operationId: string
  summary: string
  security?: object[]
}

test('the document names every operation once, says where they are and who may call', async () => {
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
