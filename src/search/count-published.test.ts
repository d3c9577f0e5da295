import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transaction } from '#platform/db/connect.ts'
import { startTestPortal } from '#portal/testing.ts'
import { addProducts } from '#catalogue/add-products.ts'
import { countPublished } from './count-published.ts'
import { noteCatalogueChange } from '#catalogue/note-change.ts'

const { db } = await startTestPortal()

let counted = 0
const count = async () => {
  counted++
  const { version } = await db.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()
  const rows = await db.selectFrom('product').where('is_published', '=', true).select('id').execute()
  return { version, value: rows.length }
}
const ask = async () => (await countPublished(db, count)).value

test('all that is sold is counted once for each version of the catalogue, whoever asks', async () => {
  assert.deepEqual([await ask(), await ask(), counted], [0, 0, 1])
  await addProducts(db, [{ name: 'One', is_published: true }, { name: 'A draft' }])
  assert.deepEqual([await ask(), await ask(), counted], [1, 1, 2])
})

test('while somebody writes products, whoever counts does not wait', async () => {
  await addProducts(db, [{ name: 'Another', is_published: true }])
  await transaction(db, async (tx) => {
    await noteCatalogueChange(tx, [])
    assert.equal(await ask(), 2)
  })
  assert.equal(await ask(), 2)
})
