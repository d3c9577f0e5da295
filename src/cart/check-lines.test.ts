import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { addProducts, type NewProduct } from '#catalog/add-products.ts'
import { startTestPortal } from '#portal/testing.ts'
import { quickOrder } from './contract.ts'

const portal = await startTestPortal()
const product = (name: string, ndc_number: string, facts: Partial<NewProduct> = {}): NewProduct => ({
  name,
  ndc_number,
  price: 10,
  count_in_stock: 5,
  is_published: true,
  ...facts,
})
await addProducts(portal.db, [
  product('Januvia', '00006-0277-28'),
  product('Special', '00007-0001-01', { count_in_stock: 0, is_non_stocked: true }),
  product('Gone', '00008-0001-01', { count_in_stock: 0 }),
  product('Draft', '00009-0001-01', { is_published: false }),
  product('Gloves S', 'SUP-1', { is_item_number: true }),
  product('Gloves M', 'SUP-1', { is_item_number: true }),
  product('Scale', 'SUP-2', { is_item_number: true, gtin: '4006381333931' }),
  // The ten digits 1234567890 can be read as each of these.
  product('Ten digits, one way', '01234-5678-90'),
  product('Ten digits, another way', '12345-0678-90'),
])
const buyer = await portal.addUser()
const check = (lines: [code: string, quantity: number][], as: typeof buyer | null = buyer) =>
  portal.call(quickOrder.check, { body: { lines: lines.map(([code, quantity]) => ({ code, quantity })) }, as })
const verdictOf = async (code: string, quantity = 1) => {
  const { body } = await check([[code, quantity]])
  const [line] = body.lines
  const names = body.products.map(({ name }) => name)
  return [line?.verdict, names.toSorted(), line?.available]
}

test('each line gets a verdict before anything is added', async () => {
  for (const code of ['00006-0277-28', '0006-0277-28', '00006027728', '6027728', '300060277283', 'NDC 00006-0277-28'])
    assert.deepEqual(await verdictOf(code), ['ok', ['Januvia'], undefined], code)
  assert.deepEqual(await verdictOf('(01)00300060277283(17)271231(10)AB'), ['ok', ['Januvia'], undefined])
  const scanned = [
    '(10)12(21)7(01)00300060277283(17)271231',
    '10AB\u001d0100300060277283',
    '10AB<GS>0100300060277283',
    'https://id.gs1.org/01/00300060277283/10/AB?17=271231',
    '[)>\u001e06\u001d8P00300060277283\u001d1TAB\u001e\u0004',
  ]
  for (const code of scanned) assert.deepEqual(await verdictOf(code), ['ok', ['Januvia'], undefined], code)
  assert.deepEqual(await verdictOf('https://id.gs1.org/01/4006381333931'), ['ok', ['Scale'], undefined])
  assert.deepEqual(await verdictOf('4006381333931'), ['ok', ['Scale'], undefined])
  assert.deepEqual(await verdictOf('00006-0277-28', 6), ['short', ['Januvia'], 5])
  assert.deepEqual(await verdictOf('00007-0001-01', 50), ['specialOrder', ['Special'], undefined])
  assert.deepEqual(await verdictOf('00008-0001-01'), ['soldOut', ['Gone'], 0])
  assert.deepEqual(await verdictOf('00009-0001-01'), ['unknown', [], undefined])
  assert.deepEqual(await verdictOf('SUP-1'), ['several', ['Gloves M', 'Gloves S'], undefined])
  assert.deepEqual(await verdictOf('1234567890'), [
    'several',
    ['Ten digits, another way', 'Ten digits, one way'],
    undefined,
  ])
  assert.deepEqual(await verdictOf('300060277284'), ['unknown', [], undefined])
  assert.deepEqual(await verdictOf(' '), ['unknown', [], undefined])
})

test('notes case codes and UPCs without a check digit', async () => {
  const reasonOf = async (code: string) => (await check([[code, 1]])).body.lines[0]?.reason
  for (const code of ['50300060277288', '(01)50300060277288(10)AB', 'https://id.gs1.org/01/50300060277288'])
    assert.equal(await reasonOf(code), 'This is a case barcode. Quantities are counted in single packages.', code)
  assert.equal(
    await reasonOf('(02)00300060277283(37)12'),
    'This is a case barcode of 12. Quantities are counted in single packages.',
  )
  assert.equal(await reasonOf('14006381333938'), 'This is a case barcode. Quantities are counted in single packages.')
  assert.equal(await reasonOf('30006027728'), 'Read as a UPC without its check digit.')
  assert.equal(await reasonOf('00006027728'), undefined)
})

test('products restricted to others are not offered as matches', async () => {
  const restrict = (products: { _id: string }[]) =>
    portal.db
      .insertInto('audience')
      .values(products.map(({ _id }) => ({ id: randomUUID(), kind: 'product', subject: _id, rule: 'only' })))
      .execute()
  const [other] = await addProducts(portal.db, [
    product('Scale of others', 'SUP-7', { is_item_number: true }),
    product('Own scale', 'SUP-7', { is_item_number: true }),
  ])
  assert.ok(other)
  await restrict([other])
  assert.deepEqual(await verdictOf('SUP-7', 6), ['short', ['Own scale'], 5])
  // As many products as one code may match, all of them restricted to other businesses.
  const many = await addProducts(
    portal.db,
    Array.from({ length: 9 }, (_, at) => product(`Hidden ${at}`, 'SUP-8', { is_item_number: true })),
  )
  await addProducts(portal.db, [product('The one', 'SUP-8', { is_item_number: true })])
  await restrict(many)
  assert.deepEqual(await verdictOf('SUP-8', 6), ['short', ['The one'], 5])
})

test('a line without a quantity still gets its product', async () => {
  const { body } = await portal.call(quickOrder.check, {
    body: { lines: [{ code: '00006-0277-28' }, { code: 'SUP-1' }, { code: '99999-9999-99' }] },
    as: buyer,
  })
  assert.deepEqual(
    body.lines.map(({ verdict, products }) => [verdict, products.length]),
    [
      ['noQuantity', 1],
      ['several', 2],
      ['unknown', 0],
    ],
  )
})

test('lines of one product share its stock', async () => {
  const { body } = await check([
    ['00006-0277-28', 3],
    ['0006-0277-28', 3],
  ])
  assert.deepEqual(
    body.lines.map(({ verdict, available }) => [verdict, available]),
    [
      ['short', 5],
      ['short', 5],
    ],
  )
  assert.equal(body.products.length, 1)
})

test('refuses invalid lines, too many lines and visitors', async () => {
  assert.equal((await check([['00006-0277-28', 0]])).status, 400)
  assert.equal((await check([['00006-0277-28', 1.5]])).status, 400)
  assert.equal((await check([['x'.repeat(501), 1]])).status, 400)
  assert.equal((await check(Array.from({ length: 1_001 }, () => ['1', 1]))).status, 400)
  assert.equal((await check([['00006-0277-28', 1]], null)).status, 401)
})

test('uses the caller’s prices', async () => {
  const other = await portal.addUser()
  const { body } = await check([['SUP-2', 1]])
  await portal.db
    .insertInto('contract_price')
    .values({ product_id: body.products[0]?._id ?? '', business_id: buyer.businessId, list: 'general', price: 7 })
    .execute()
  const priceFor = async (as: typeof buyer) =>
    (await check([['SUP-2', 1]], as)).body.products[0]?.customPricingList.map(({ price }) => price)
  assert.deepEqual([await priceFor(buyer), await priceFor(other)], [[7], []])
})
