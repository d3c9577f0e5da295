import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '@e965/xlsx'
import { addProducts, type NewProduct } from '#catalog/add-products.ts'
import { contractPrices } from '#pricing/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { productEditing } from './contract.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true, name: 'Ada', last_name: 'Admin' })
const rep = await portal.addUser({ is_sales_rep: true })
const buyer = await portal.addUser()

const facts = (name: string, ndc: string, more: Partial<NewProduct>): NewProduct => ({
  name,
  ndc_number: ndc,
  category: 'Cardiovascular',
  description: 'Tablets',
  unit_of_measure: 'Bottle',
  manufacturer: 'Lupin',
  price: 10,
  count_in_stock: 5,
  image: '/api/pictures/one.webp',
  is_published: true,
  ...more,
})

const [lisinopril] = await addProducts(portal.db, [
  facts('Lisinopril 10 mg Tablet', '68180-0980-01', { price: 4.5 }),
  facts('Amoxicillin 500 mg Capsule', '00093-3109-01', { manufacturer: 'Teva', price: 20, count_in_stock: 0 }),
  facts('Insulin glargine Vial', '00088-2220-33', { manufacturer: 'Sanofi', cold_status: 'Refrigerated', price: 90 }),
  facts('=HYPERLINK("x") <b>', '12345-6789-12', { manufacturer: 'teva', is_published: false, price: 0, image: '' }),
])

const listed = async (
  query: Record<string, string> = {},
  sort: 'name' | '-name' | 'price' | 'maker' | 'ndc' = 'name',
) => {
  const { status, body, raw } = await portal.call(productEditing.list, {
    query: { query: JSON.stringify(query), sort },
    as: admin,
  })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(raw.headers['x-total-count'], String(body.length))
  return body.map(({ name }) => name.split(' ')[0])
}

test('all products are listed, drafts included, sorted by the value a column shows', async () => {
  const byName = ['=HYPERLINK("x")', 'Amoxicillin', 'Insulin', 'Lisinopril']
  assert.deepEqual(await listed(), byName)
  assert.deepEqual(await listed({}, '-name'), byName.toReversed())
  assert.deepEqual(await listed({}, 'price'), ['=HYPERLINK("x")', 'Lisinopril', 'Amoxicillin', 'Insulin'])
  assert.deepEqual(await listed({}, 'ndc'), ['Insulin', 'Amoxicillin', '=HYPERLINK("x")', 'Lisinopril'])
  assert.deepEqual((await listed({}, 'maker')).slice(0, 2), ['Lisinopril', 'Insulin'])
})

test('a manufacturer is found without accents', async () => {
  const call = await portal.db
    .updateTable('product')
    .set({ manufacturer: 'Théa Pharma' })
    .where('id', '=', lisinopril?._id ?? '')
    .executeTakeFirst()
  assert.equal(call.numUpdatedRows, 1n)
  for (const maker of ['thea', 'THÉA ph', 'théa']) assert.deepEqual(await listed({ maker }), ['Lisinopril'], maker)
  assert.deepEqual(await listed({ maker: 'téva' }), ['=HYPERLINK("x")', 'Amoxicillin'])
  await portal.db
    .updateTable('product')
    .set({ manufacturer: 'Lupin' })
    .where('id', '=', lisinopril?._id ?? '')
    .execute()
})

test('each filter works alone and together, and an impossible one finds nothing', async () => {
  for (const [filter, names] of [
    [{ any: 'lisinopirl' }, ['Lisinopril']],
    [{ any: '00093310901' }, ['Amoxicillin']],
    [{ maker: 'TEV' }, ['=HYPERLINK("x")', 'Amoxicillin']],
    [{ price: '4.5' }, ['Lisinopril']],
    [{ stock: 'out' }, ['Amoxicillin']],
    [{ stock: 'in', published: 'yes' }, ['Insulin', 'Lisinopril']],
    [{ published: 'no' }, ['=HYPERLINK("x")']],
    [{ storage: 'Refrigerated' }, ['Insulin']],
    [{ storage: 'room', maker: 'lup' }, ['Lisinopril']],
    [{ lacking: 'price' }, ['=HYPERLINK("x")']],
    [{ lacking: 'picture' }, ['=HYPERLINK("x")']],
    [{ storage: 'toString' }, []],
    [{ any: 'zzzyyyxxx' }, []],
  ] as [Record<string, string>, string[]][])
    assert.deepEqual(await listed(filter), names, JSON.stringify(filter))
})

test('the list shows the last editor if known, and the number of contract prices', async () => {
  const _id = lisinopril?._id ?? ''
  const price = { params: { id: buyer._id }, body: { productId: _id, list: 'general' as const, price: 4 }, as: admin }
  assert.equal((await portal.call(contractPrices.setCustomerPrice, price)).status, 200)
  const row = async () =>
    (await portal.call(productEditing.list, { query: { query: JSON.stringify({ any: 'lisinopril' }) }, as: admin }))
      .body[0]
  assert.deepEqual([(await row())?.contractPrices, (await row())?.changedBy], [1, null])
  const __v = (await row())?.__v ?? 0
  const body = { manufacturer: 'Lupin Ltd.', __v }
  assert.equal((await portal.call(productEditing.update, { params: { id: _id }, body, as: admin })).status, 200)
  assert.equal((await row())?.changedBy, 'Ada Admin')
})

test('the filtered list is exported as CSV and Excel, without formulas in text cells', async () => {
  const file = (format: string, as = admin) =>
    portal.send({ url: `/api/products/maintenance/file?format=${format}&sort=name&query={"maker":"teva"}`, as })
  const { raw: csv } = await file('csv')
  assert.match(csv.headers['content-disposition'] ?? '', /products\.csv/)
  const [titles, first, second, ...rest] = csv.body.trim().split('\r\n')
  assert.match(titles ?? '', /NDC Number,Material Description,Manufacturer,Category,Price/)
  assert.match(first ?? '', /^12345-6789-12,"'=HYPERLINK\(""x""\) <b>",teva/)
  assert.match(second ?? '', /^00093-3109-01,Amoxicillin/)
  assert.deepEqual(rest, [])

  const { raw: xlsx } = await file('xlsx')
  assert.match(xlsx.headers['content-disposition'] ?? '', /products\.xlsx/)
  const sheet = read(xlsx.rawPayload).Sheets['Sheet1']
  assert.deepEqual([sheet?.['A2'].v, sheet?.['A2'].t], ['12345-6789-12', 's'])
  assert.deepEqual([sheet?.['B2'].v, sheet?.['B2'].t, sheet?.['B2'].f], ['=HYPERLINK("x") <b>', 's', undefined])
  assert.deepEqual([sheet?.['E3'].v, sheet?.['E3'].t], [20, 'n'])
  assert.equal((await file('pdf')).status, 400)
  assert.equal((await file('csv', rep)).status, 403)
  assert.equal((await file('xlsx', buyer)).status, 403)
})
