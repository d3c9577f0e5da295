import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { addProducts } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { productEditing } from '#product-admin/contract.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true })

const named = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `${name} ${at}`, price: 2, is_published: true }))

const found = async (query: string) => {
  const { status, body } = await portal.call(catalog.search, { query: { query, viewCount: 100 } })
  assert.equal(status, 200)
  return body
}

test('while many products are imported, lists return the previous products with current data', async () => {
  const [first, second] = await addProducts(db, named('Amlodipine', 2))
  assert.ok(first && second)
  assert.equal((await found('Amlodipine')).countProducts, 2)
  await addProducts(db, named('Bisoprolol', 900))
  await db.updateTable('product').set({ price: 3 }).where('id', '=', first._id).execute()
  await db.updateTable('product').set({ is_published: false }).where('id', '=', second._id).execute()
  const { products } = await found('Amlodipine')
  assert.deepEqual(
    products.map(({ _id, price }) => ({ _id, price })),
    [{ _id: first._id, price: 3 }],
  )
})

test('bulk changes of search results wait for the import', async () => {
  await addProducts(db, named('Carvedilol', 900))
  const { raw } = await portal.call(productEditing.list, {
    query: { query: JSON.stringify({ any: 'Carvedilol' }) },
    as: admin,
  })
  assert.equal(raw.headers['x-total-count'], '900')
})
