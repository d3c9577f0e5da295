import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditRow } from '#audit/contract.ts'
import { addProducts } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { importing } from '#imports/testing-imports.ts'
import { contractPrices } from './contract.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true, name: 'Ann', last_name: 'Lee' })
const harbor = await portal.addUser({ email: 'buyer@harbor.example', company_name: 'Harbor Street Pharmacy' })
const rival = await portal.addUser({ email: 'buyer@rival.example', company_name: 'Rival Drugs' })
const [product] = await addProducts(portal.db, [
  { name: 'Priced', ndc_number: '99999-0001-01', price: 12.29, is_published: true },
])
const id = product?._id ?? ''
const { sendUp, finish } = importing(portal, admin)

/** Actor, product, business, and the price before and after. */
const told = ({ actor, action, entityName, before, after }: AuditRow) => [
  actor?.name,
  action,
  entityName,
  after?.['business'] ?? before?.['business'],
  before?.['price'],
  after?.['price'],
]
const entries = async (filter: object) => {
  const query = { query: JSON.stringify(filter) }
  const { raw } = await portal.send({ method: 'GET', url: '/api/audit', query, as: admin })
  return raw.json<AuditRow[]>().map(told)
}
const pricesOf = (record: string) => entries({ record, action: 'contract price' })

test('a contract price set, imported or removed is audited with actor, business, and both amounts', async () => {
  const set = (price: number | null) =>
    portal.call(contractPrices.setCustomerPrice, {
      params: { id: harbor._id },
      body: { productId: id, list: 'general', price },
      as: admin,
    })
  await set(11.06)
  await set(11.06)
  const { _id } = await sendUp(
    ['customer', 'price', 'list'],
    [
      ['buyer@harbor.example', 10, ''],
      ['buyer@rival.example', 9.5, 'trulla'],
    ],
    { kind: 'prices', productId: id },
  )
  await finish('apply', _id)
  await set(null)

  const whose = ['Priced', 'Harbor Street Pharmacy'] as const
  const ofHarbor = [
    ['Ann Lee', 'contract price removed', ...whose, 10, undefined],
    ['Ann Lee', 'contract price set', ...whose, 11.06, 10],
    ['Ann Lee', 'contract price set', ...whose, undefined, 11.06],
  ]
  assert.deepEqual(await pricesOf('harbor street'), ofHarbor)
  for (const name of ['99999-0001-01', '99999000101', id]) assert.equal((await pricesOf(name)).length, 4)
  assert.deepEqual(await pricesOf('rival'), [
    ['Ann Lee', 'contract price set', 'Priced', 'Rival Drugs', undefined, 9.5],
  ])
})

test('a contract price that ends with its customer, or is changed in the product editor, is audited too', async () => {
  await portal.send({ method: 'DELETE', url: `/api/users/${rival._id}`, as: admin })
  const [ended] = await pricesOf('rival')
  assert.deepEqual(ended, ['Ann Lee', 'contract price removed', 'Priced', 'Rival Drugs', 9.5, undefined])

  const { body } = await portal.call(catalog.byId, { params: { id }, as: admin })
  const entry = { userId: harbor._id, email: harbor.email, price: 8 }
  const edited = await portal.send({
    method: 'PUT',
    url: `/api/products/${id}`,
    payload: { __v: body.__v, price: 12, customPricingList: [entry] },
    as: admin,
  })
  assert.equal(edited.status, 200)
  const [edit] = await pricesOf('harbor street')
  assert.deepEqual(edit, ['Ann Lee', 'contract price set', 'Priced', 'Harbor Street Pharmacy', undefined, 8])
  assert.deepEqual(await entries({ record: id, action: 'product changed' }), [
    ['Ann Lee', 'product changed', 'Priced', undefined, 12.29, 12],
  ])
})

test('a list price changed by a sheet is audited for each product, and the import as a whole', async () => {
  const rows = [{ ndcNumber: '99999-0001-01', price: '13.5' }]
  const { status } = await portal.send({
    method: 'POST',
    url: '/api/products/importProducts',
    payload: rows,
    as: admin,
  })
  assert.equal(status, 200)
  assert.deepEqual(await entries({ record: '99999-0001-01', action: 'price imported' }), [
    ['Ann Lee', 'price imported', 'Priced', undefined, 12, 13.5],
  ])
  assert.equal((await entries({ action: 'products imported' })).length, 1)
})
