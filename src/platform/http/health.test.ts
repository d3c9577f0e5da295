import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
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

test('which release runs is said by the process, by every answer and by the page', async () => {
  const { version } = await readManifest()
  const { body, raw } = await portal.send({ method: 'GET', url: '/healthz' })
  assert.deepEqual([body, raw.headers['x-apotheca-version']], [{ status: 'ok', version }, version])
  const page = await portal.send({ method: 'GET', url: '/', headers: { accept: 'text/html' } })
  assert.ok(page.raw.body.includes(`&quot;version&quot;:&quot;${version}&quot;`))
})

const readManifest = async () => JSON.parse(await readFile('package.json', 'utf8')) as { version: string }

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
