import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { startTestPortal } from '#portal/testing.ts'
import { addProducts } from '#catalogue/add-products.ts'
import { followCatalogue } from './follow-catalogue.ts'

const { db } = await startTestPortal()

/** What others do, each as soon as the follower's next question is answered. */
const meanwhile: (() => unknown)[] = []
const interrupting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await meanwhile.shift()?.()
    return result
  },
}

const followed = followCatalogue(db.withPlugin(interrupting))

let size = 0
const add = async () => {
  await addProducts(db, [{ name: `Product ${++size}`, is_published: true }])
  return versionNow()
}
const versionNow = async () =>
  (await db.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()).version

test('an index that was loaded while products changed shows no version; the next one it does', async () => {
  const before = await add()
  assert.deepEqual([followed.shown(), followed.shownAt(before)], [null, null])
  meanwhile.push(add)
  await followed.current()
  assert.deepEqual([followed.shown(), followed.shownAt(before)], [null, null])
  const version = await versionNow()
  await followed.catchUp(version)
  assert.equal(followed.shownAt(version)?.size(), size)
  assert.equal(followed.shown()?.version, version)
})

test('an index that is behind is not shown at the new version, and catches up by itself', async () => {
  const before = await versionNow()
  const version = await add()
  assert.equal(followed.shownAt(before)?.size(), size - 1)
  assert.equal(followed.shownAt(version), null)
  await followed.catchUp(version)
  assert.equal(followed.shownAt(version)?.size(), size)
  assert.equal(followed.shownAt(before), null)
})

test('what came while changes were read is shown with its own version, and nothing while they are put in', async () => {
  const middle = await add()
  const shown: unknown[] = []
  const look = () => shown.push(followed.shown())
  meanwhile.push(
    add,
    () => {},
    () => {},
    look,
  )
  await followed.catchUp(middle)
  assert.deepEqual([shown, followed.shownAt(middle), followed.shown()], [[null], null, null])
  const last = await versionNow()
  await followed.catchUp(last)
  assert.equal(followed.shownAt(last)?.size(), size)
})
