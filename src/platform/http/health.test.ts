import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProducts } from '#catalogue/add-products.ts'
import { catalogue } from '#catalogue/contract.ts'
import { startTestPortal } from '#portal/testing.ts'

const portal = await startTestPortal()
await addProducts(portal.db, [{ name: 'Alpha', is_published: true }])

const readiness = async () => {
  const { status, body } = await portal.send({ method: 'GET', url: '/readyz' })
  return [status, body.status]
}

test('a process is ready when the catalogue is in its memory, and begins to load it when it is asked', async () => {
  assert.deepEqual(await readiness(), [503, 'loading the catalog'])
  await portal.catalogue.current()
  assert.deepEqual(await readiness(), [200, 'ready'])
})

test('a listing that comes while the catalogue is loaded waits for it, and all wait for the same', async () => {
  const fresh = await startTestPortal()
  await addProducts(fresh.db, [{ name: 'Beta', is_published: true }])
  const pages = await Promise.all([1, 2, 3].map(() => fresh.call(catalogue.search, { query: {} })))
  assert.deepEqual(
    pages.map(({ body }) => body.products.map(({ name }) => name)),
    [['Beta'], ['Beta'], ['Beta']],
  )
  assert.equal(fresh.catalogue.isLoaded, true)
})
