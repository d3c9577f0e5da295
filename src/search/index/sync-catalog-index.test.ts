import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { startTestPortal } from '#portal/testing.ts'
import { addProducts } from '#catalog/add-products.ts'
import { readState } from '#catalog/note-change.ts'
import { syncCatalogIndex } from './sync-catalog-index.ts'

const { db } = await startTestPortal()

/** Concurrent actions; each runs after the next query of the index. */
const meanwhile: (() => unknown)[] = []
const interrupting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await meanwhile.shift()?.()
    return result
  },
}

const followed = syncCatalogIndex(db.withPlugin(interrupting))

let size = 0
const addMany = async (count: number) => {
  await addProducts(
    db,
    Array.from({ length: count }, () => ({ name: `Product ${++size}`, is_published: true })),
  )
  return readState(db)
}
const add = () => addMany(1)

const shown = async () => {
  const { index, version } = await followed.current()
  return { size: index.slotOf.size, version }
}

test('an index loaded during changes reports the previous version until it has read them', async () => {
  const before = await add()
  assert.equal(followed.isLoaded, false)
  meanwhile.push(add)
  assert.equal((await shown()).version, before.version)
  assert.equal(followed.isLoaded, true)
  const now = await readState(db)
  assert.notEqual(now.version, before.version)
  await followed.refresh(now)
  assert.deepEqual(await shown(), { size, version: now.version })
})

test('an outdated index reports it, and catches up on request', async () => {
  const before = await shown()
  const now = await add()
  assert.deepEqual(await shown(), before)
  await followed.refresh(now)
  assert.deepEqual(await shown(), { size, version: now.version })
  const { version: next } = await add()
  assert.equal((await followed.upToDate()).slotOf.size, size)
  assert.equal((await shown()).version, next)
})

test('a version is reported only when it is complete, and later changes follow', async () => {
  const { version: before } = await shown()
  const middle = await add()
  const last = await add()
  const seen: string[] = []
  const look = async () => seen.push((await shown()).version)
  meanwhile.push(look, look)
  await followed.refresh(middle)
  assert.deepEqual([seen, (await shown()).version], [[before, before], middle.version])
  await followed.refresh(last)
  assert.deepEqual(await shown(), { size, version: last.version })
})

test('callers don’t wait for large changes unless they need current data', async () => {
  const before = await shown()
  const now = await addMany(700)
  assert.equal(await followed.refresh(now), false)
  assert.deepEqual(await shown(), before)
  assert.equal((await followed.upToDate()).slotOf.size, size)
  assert.deepEqual(await shown(), { size, version: now.version })
  assert.equal(await followed.refresh(now), true)
  const next = await addMany(700)
  await followed.refresh(next)
  assert.equal((await followed.upToDate()).slotOf.size, size)
})

test('after waiting for one part of an import, callers don’t wait for the next', async () => {
  const rested = syncCatalogIndex(db)
  const shownThere = async () => (await rested.current()).version
  await rested.current()
  const first = await addMany(60)
  assert.equal(await rested.refresh(first), true)
  assert.equal(await shownThere(), first.version)
  assert.equal(await rested.refresh(await addMany(60)), false)
  assert.equal(await shownThere(), first.version)
  assert.equal((await rested.upToDate()).slotOf.size, size)
})

test('concurrent callers share one load, and a failed load is retried', async () => {
  let loadings = 0
  const fresh = syncCatalogIndex(
    db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (++loadings === 1) throw new Error('The database went away.')
        return result
      },
    }),
  )
  await assert.rejects(fresh.current(), /went away/)
  loadings = 10
  const indexes = await Promise.all([fresh.current(), fresh.current(), fresh.current()])
  assert.equal(new Set(indexes.map(({ index }) => index)).size, 1)
  assert.equal(loadings, 12)
})
