import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { addProducts } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { imports } from '#imports/contract.ts'
import { importing } from '#imports/testing-imports.ts'
import { contractPrices } from './contract.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const ann = await portal.addUser({ email: 'ann@acme.example', company_name: '=Acme("x")' })
const bob = await portal.addUser({ email: 'bob@rival.example', company_name: 'Rival' })
const added = await addProducts(
  portal.db,
  [1, 2, 3].map((at) => ({
    name: `Priced ${at}`,
    ndc_number: `99999-000${at}-01`,
    price: 10 * at,
    is_published: true,
  })),
)
const idOf = (at: number) => added[at - 1]?._id ?? ''

const { sendUp, take, finish } = importing(portal, admin)
/** Runs a whole file through the import jobs. */
const importOf = async (
  fields: string[],
  rows: (string | number)[][],
  about: { productId?: string; userId?: string },
) => {
  const { _id, counts } = await sendUp(fields, rows, { kind: 'prices', ...about })
  // Rows with remarks are written only after review.
  if (counts.noted > 0) assert.equal((await take(_id, 'all')).status, 200)
  return finish('apply', _id)
}
const toCustomer = (rows: (string | number)[][], id = ann._id) => importOf(['ndcNumber', 'price'], rows, { userId: id })
const product = async (at: number) => (await portal.call(catalog.byId, { params: { id: idOf(at) }, as: admin })).body

test('prices of a product are imported from a file and exported to one that can be imported again', async () => {
  const before = (await product(1)).__v
  const { result, counts } = await importOf(
    ['customer', 'price', 'list'],
    [
      ['ANN@acme.example', '$1,008.50', ''],
      ['bob@rival.example', 7, 'trulla'],
      ['nobody@x.example', 3, ''],
      ['ann@acme.example', 'x', ''],
      [admin.email, 4, ''],
      ['bob@rival.example', 5, 'other'],
    ],
    { productId: idOf(1) },
  )
  assert.deepEqual([result.new, counts.refused], [2, 4])
  const after = await product(1)
  assert.deepEqual(
    [after.customPricingList.map(({ price }) => price), after.customPricingListTrulla.map(({ price }) => price)],
    [[1008.5], [7]],
  )
  assert.equal(after.__v, before + 1)

  const url = `/api/products/${idOf(1)}/prices.csv`
  const file = await portal.send({ method: 'GET', url, as: admin })
  assert.match(file.raw.body, /'=Acme\(""x""\)/)
  assert.equal((await portal.send({ method: 'GET', url, as: ann })).status, 403)
})

test('a customer’s page lists all prices, and a file sets and removes them by NDC in any notation', async () => {
  const { result, counts } = await toCustomer([
    ['99999-0002-01', 15],
    ['99999000301', 0.5],
    ['99999-0001-01', 'delete'],
    ['1', 2],
  ])
  assert.deepEqual([result.new, result.changed, counts.refused], [2, 1, 1])
  const list = async () => {
    const sent = { params: { id: ann._id }, query: {}, as: admin }
    const { prices, count } = (await portal.call(contractPrices.customerPrices, sent)).body
    return [count, prices.map(({ name, price }) => [name, price])]
  }
  assert.deepEqual(await list(), [
    2,
    [
      ['Priced 2', 15],
      ['Priced 3', 0.5],
    ],
  ])
  const set = (price: number | null, id = ann._id) =>
    portal.call(contractPrices.setCustomerPrice, {
      params: { id },
      body: { productId: idOf(2), list: 'general', price },
      as: admin,
    })
  assert.equal((await set(12.005)).status, 200)
  assert.deepEqual(await list(), [
    2,
    [
      ['Priced 2', 12.01],
      ['Priced 3', 0.5],
    ],
  ])
  assert.equal((await set(null)).status, 200)
  assert.deepEqual(await list(), [1, [['Priced 3', 0.5]]])
  assert.equal((await set(5, admin._id)).status, 404)
  const body = { kind: 'prices' as const, fileName: 'x.csv', fingerprint: 'x', rowCount: 1, userId: admin._id }
  assert.equal((await portal.call(imports.begin, { body, as: admin })).status, 404)
})

test('prices set concurrently in two ways are all kept', async () => {
  const set = (user: typeof ann, at: number, price: number) =>
    portal.call(contractPrices.setCustomerPrice, {
      params: { id: user._id },
      body: { productId: idOf(at), list: 'general', price },
      as: admin,
    })
  const [, ...results] = await Promise.all([
    toCustomer([1, 2, 3].map((at) => [`99999-000${at}-01`, at])),
    set(bob, 3, 3),
    set(bob, 2, 2),
    set(bob, 1, 1),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    [200, 200, 200],
  )
  const rows = await portal.db.selectFrom('contract_price').select('price').where('list', '=', 'general').execute()
  assert.equal(rows.length, 6)
})

test('a customer’s prices are searched like the catalog: drafts and typos included, best match first', async () => {
  const buyer = await portal.addUser()
  const priced = await addProducts(portal.db, [
    { name: 'Sodium Quilvanol 5 mg', brand: 'Sodium Quilvanol', price: 3, is_published: true },
    { name: 'Quilvanol 5 mg', brand: 'Quilvanol', price: 3 },
    { name: 'Quilvanol 10 mg', brand: 'Quilvanol', price: 3, is_published: true },
    ...Array.from({ length: 60 }, (_, at) => ({ name: `Treparin ${at + 1} mg`, price: 3, is_published: true })),
  ])
  // All but one, to check that prices of other customers are not found.
  const lists = priced.flatMap(({ _id }, at) => (at === 2 ? [] : [{ _id, list: 'general' as const }]))
  for (const { _id: productId, list } of [...lists, { _id: priced[1]?._id ?? '', list: 'trulla' as const }])
    await portal.call(contractPrices.setCustomerPrice, {
      params: { id: buyer._id },
      body: { productId, list, price: 2 },
      as: admin,
    })
  const found = async (product: string, page = 1, more: { list?: string; sort?: '-name' } = {}) => {
    const { list = '', sort = 'name' } = more
    const { body } = await portal.call(contractPrices.customerPrices, {
      params: { id: buyer._id },
      query: { query: JSON.stringify({ product, list }), page, sort },
      as: admin,
    })
    return { count: body.count, prices: body.prices.map(({ name, list }) => `${name}, ${list}`) }
  }
  for (const query of ['quilvanol', 'qilvanol', 'quilvnaol 5mg'])
    assert.deepEqual(
      await found(query),
      { count: 3, prices: ['Quilvanol 5 mg, general', 'Quilvanol 5 mg, trulla', 'Sodium Quilvanol 5 mg, general'] },
      query,
    )
  assert.deepEqual(await found('zzzyyyxxx'), { count: 0, prices: [] })
  const [first, second] = [await found('treparin'), await found('treparin', 2)]
  assert.deepEqual([first.count, first.prices.length, second.prices.length], [60, 50, 10])
  assert.equal(new Set([...first.prices, ...second.prices]).size, 60)
  assert.equal((await found('')).count, 63)
  assert.deepEqual((await found('', 1, { list: 'trulla' })).prices, ['Quilvanol 5 mg, trulla'])
  assert.equal((await found('', 1, { sort: '-name' })).prices[0], 'Treparin 9 mg, general')
})
