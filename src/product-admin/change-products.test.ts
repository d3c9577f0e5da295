import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProducts, type NewProduct } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { productEditing } from './contract.ts'
import type { ManyChange } from './product-shapes.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const rep = await portal.addUser({ is_sales_rep: true })

let numbers = 0
const add = async (...several: Partial<NewProduct>[]): Promise<string[]> => {
  const added = await addProducts(
    portal.db,
    several.map((facts) => ({
      name: `Amoxicillin ${++numbers}`,
      ndc_number: `55555-${String(numbers).padStart(4, '0')}-01`,
      category: 'Anti-infectives',
      description: 'Capsules',
      unit_of_measure: 'Bottle',
      price: 10,
      ...facts,
    })),
  )
  return added.map(({ _id }) => _id)
}
const change = (body: ManyChange, headers: Record<string, string> = {}) =>
  portal.call(productEditing.changeMany, { body, as: admin, headers })
const get = async (id = '') => (await portal.call(catalog.byId, { params: { id }, as: admin })).body
const trail = async (id = '') =>
  (await portal.db.selectFrom('audit_entry').select('action').where('entity_id', '=', id).orderBy('at').execute()).map(
    ({ action }) => action,
  )

test('publishes the products that can be, and reports each of the others with its reason', async () => {
  const [ready = '', unpriced = '', nameless = '', gone = ''] = await add({}, { price: 0 }, { description: '' }, {})
  await portal.call(productEditing.remove, { params: { id: gone }, as: admin })
  const { status, body } = await change({ act: 'publish', ids: [ready, unpriced, nameless, gone, ready] })
  assert.equal(status, 200)
  assert.equal(body.message, '1 product published')
  assert.deepEqual(body.done, [ready])
  assert.deepEqual(
    body.refused.map(({ _id, reason }) => [_id, reason]),
    [
      [unpriced, 'A price is required to publish a product.'],
      [nameless, 'Description is required to publish a product.'],
      [gone, 'This product has been deleted.'],
    ],
  )
  assert.deepEqual([(await get(ready)).isPublished, (await get(unpriced)).isPublished], [true, false])
  assert.deepEqual([await trail(ready), await trail(unpriced)], [['product changed'], []])
})

test('several products are unpublished, categorized and deleted, each with an audit entry', async () => {
  const ids = await add({ is_published: true }, { is_published: true })
  assert.equal((await change({ act: 'withdraw', ids })).body.message, '2 products withdrawn')
  assert.equal((await change({ act: 'category', ids, category: ' Supplies ' })).body.message, '2 products changed')
  assert.deepEqual([(await get(ids[0])).category, (await get(ids[1])).isPublished], ['Supplies', false])
  assert.equal((await change({ act: 'delete', ids })).body.message, '2 products deleted')
  assert.deepEqual(await trail(ids[1]), ['product changed', 'product changed', 'product deleted'])
  assert.equal((await portal.call(catalog.byId, { params: { id: ids[0] ?? '' }, as: admin })).status, 404)
})

test('a repeated request changes nothing again, and an invalid one is refused as a whole', async () => {
  const ids = await add({})
  const key = { 'idempotency-key': 'many-products-0001' }
  const first = await change({ act: 'publish', ids }, key)
  assert.deepEqual((await change({ act: 'publish', ids }, key)).body, first.body)
  assert.deepEqual(await trail(ids[0]), ['product changed'])
  assert.equal((await change({ act: 'category', ids })).status, 400)
  for (const body of [
    { act: 'publish', ids: [] },
    { act: 'burn', ids },
    { act: 'delete', ids: Array(201).fill(ids[0]) },
  ])
    assert.equal(
      (await portal.send({ method: 'POST', url: productEditing.changeMany.path, payload: body, as: admin })).status,
      400,
    )
  const asRep = await portal.call(productEditing.changeMany, { body: { act: 'delete', ids }, as: rep })
  assert.equal(asRep.status, 403)
})
