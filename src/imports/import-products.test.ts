import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { catalog } from '#catalog/contract.ts'
import { productImport } from './contract.ts'
import { assertLedgerSums, buy } from '#catalog/testing-orders.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const ann = await portal.addUser({ email: 'ann@acme.example' })

type Row = Record<string, unknown>
const send = (rows: Row[], query: Record<string, string> = {}) =>
  portal.call(productImport.importProducts, { body: rows, query, as: admin })
const verdictsOf = async (rows: Row[], query: Record<string, string> = {}) => {
  const { status, body } = await send(rows, query)
  assert.equal(status, 200, JSON.stringify(body))
  return body.rows.map(({ verdict, reason }) => reason ?? verdict)
}
const find = async (number: string) => {
  const row = await portal.db
    .selectFrom('product')
    .selectAll()
    .where('ndc_number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  assert.ok(row, number)
  return row
}

test('rows become products by NDC; changes are named, and the same rows again change nothing', async () => {
  const rows = [
    { 'NDC Number': '11111-1111-11', 'Material Description': 'Aspirin', Price: '$1,234.50', 'Count In Stock': 7 },
    { ndc: '11111-111-12', name: 'Ibuprofen', Price: 3, 'Cold Status': 'yes', UoM: 'Bottle' },
  ]
  const preview = await send(rows, { preview: 'true' })
  assert.deepEqual(preview.body.counts, { new: 2, changed: 0, unchanged: 0, refused: 0 })
  assert.equal((await portal.db.selectFrom('product').select('id').execute()).length, 0)

  const first = await send(rows)
  assert.equal(first.body.message, 'Products have been imported !')
  const aspirin = await find('11111-1111-11')
  assert.deepEqual([aspirin.price, aspirin.count_in_stock, aspirin.is_published], [1234.5, 7, true])
  assert.equal((await find('11111-0111-12')).cold_status, 'Refrigerated')

  const slip = [
    { ndc: '11111111111', price: 99 },
    { ndc: '11111-0111-12', price: 3.001 },
  ]
  const [leftOut = ''] = await verdictsOf(slip)
  assert.match(leftOut, /^Needs review: More than ten times above or below the current price\./)
  assert.equal((await find('11111-1111-11')).price, 1234.5)
  const { body } = await send(slip, { take: '1' })
  assert.deepEqual(body.rows, [
    {
      row: 1,
      verdict: 'changed',
      ndcNumber: '11111-1111-11',
      name: 'Aspirin',
      changes: [{ field: 'Price', before: '1234.5', after: '99' }],
      notes: ['More than ten times above or below the current price.'],
    },
    { row: 2, verdict: 'unchanged', ndcNumber: '11111-0111-12', name: 'Ibuprofen' },
  ])
  const version = (await find('11111-1111-11')).version
  assert.deepEqual(await verdictsOf([{ ndc: '11111111111', price: '99.00', name: '' }]), ['unchanged'])
  assert.equal((await find('11111-1111-11')).version, version)
  const asText = await portal.send({
    method: 'POST',
    url: '/api/products/importProducts?take=all',
    as: admin,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(JSON.stringify(rows)),
  })
  assert.deepEqual(asText.body['counts'], { new: 0, changed: 1, unchanged: 1, refused: 0 })
  await assertLedgerSums(portal)
})

test('a bad row stops nothing and is returned with its reason', async () => {
  const base = { name: 'Thing', price: 5 }
  const cases: [Row, RegExp][] = [
    [{ ...base, ndc: '22222-2222-01' }, /^new$/],
    [{ ...base, ndc: '22222222201' }, /Row 1 has the same NDC/],
    [{ ...base }, /NDC Number is missing/],
    [{ ndc: '22222-2222-02', price: 5 }, /Material Description is missing/],
    [{ ...base, ndc: 'no number' }, /is not an NDC/],
    [{ ...base, ndc: 'IT-77', 'Dummy NDC': 'yes' }, /^new$/],
    [{ ...base, ndc: '22222-2222-03', 'Dummy NDC': 'perhaps' }, /not yes or no/],
    [{ ...base, ndc: '#DIV/0!' }, /has the error #DIV\/0!/],
    [{ ndc: '22222-2222-03', name: 'x'.repeat(2_000) }, /too long: 2,000 characters, at most 500/],
    [{ ndc: '22222-2222-03', name: 'a\u0000b' }, /can’t be stored/],
    [{ ndc: '22222-2222-03', name: 'Cr\ufffdme' }, /unreadable character/],
    [{ ndc: '22222-2222-03', name: { formula: '1+1' } }, /not text/],
    [{ ndc: '22222-2222-03', name: '104233' }, /is a number, not a name/],
  ]
  const { body } = await send(cases.map(([row]) => row))
  cases.forEach(([row, expected], at) => {
    const { verdict, reason, row: number } = body.rows[at] ?? {}
    assert.match(reason ?? verdict ?? '', expected, JSON.stringify(row))
    assert.equal(number, at + 1)
  })
  assert.deepEqual(body.counts, { new: 2, changed: 0, unchanged: 0, refused: 11 })
  const notRows = await send([null, [], 'x', 5, { __proto__: null }] as unknown as Row[])
  assert.equal(notRows.body.counts.refused, 5)
  for (const payload of ['{}', '"no rows"', '5', 'null', '[']) {
    const { status } = await portal.send({
      method: 'POST',
      url: '/api/products/importProducts',
      as: admin,
      headers: { 'content-type': 'application/json' },
      payload,
    })
    assert.equal(status, 400, payload)
  }
  const many = await portal.call(productImport.importProducts, { body: Array(10_001).fill({}), query: {}, as: admin })
  assert.equal(many.status, 413)
})

const unreadable: [cells: Row, RegExp][] = [
  [{ price: '1,50' }, /is not an amount/],
  [{ price: '-1' }, /0 or more/],
  [{ price: '#DIV/0!' }, /has the error #DIV\/0!/],
  [{ price: '#FORMULA' }, /never calculated/],
  [{ price: Number.MAX_VALUE }, /is not an amount/],
  [{ price: 0 }, /needs a price/],
  [{ qty: 1.5 }, /not a whole number/],
  [{ qty: -4 }, /not a whole number/],
  [{ cold: 'lukewarm' }, /is not Refrigerated/],
  [{ Published: 'perhaps' }, /not yes or no/],
  [{ DEA: 'CVI' }, /is not CII to CV/],
  [{ 'Rx/OTC': 'maybe' }, /is not Rx or OTC/],
  [{ 'Pack Quantity': '0' }, /not a number above 0/],
  [{ 'Pack Quantity': '0.0004' }, /not a number above 0/],
  [{ 'Pack Unit': 'barrel' }, /is not EA, mL or g/],
  [{ GTIN: '00301860777608' }, /check digit/],
  [{ UPC: '123' }, /check digit/],
  [{ name: 'x'.repeat(2_000) }, /too long/],
  [{ name: '104233' }, /is a number, not a name/],
  [{ name: 'Cr\ufffdme' }, /unreadable character/],
  [{ description: 'a\u0000b' }, /can’t be stored/],
  [{ brand: { formula: '1+1' } }, /not text/],
  [{ image: 'https://elsewhere.example/x.png' }, /uploaded to the portal/],
  [{ 'Minimum Per Order': 5, 'Maximum Per Order': 2 }, /No quantity fits/],
]

test('an unreadable cell skips only its own field, which is named', async () => {
  const codes = unreadable.map((_, at) => `22223-${1000 + at}-01`)
  await send(codes.map((ndc, at) => ({ ndc, name: `Whole ${at} mg`, price: 5, qty: 3, manufacturer: 'Old' })))
  const before = await Promise.all(codes.map(find))
  const { body } = await send(unreadable.map(([cells], at) => ({ ndc: codes[at], manufacturer: 'New', ...cells })))
  for (const [at, [cells, expected]] of unreadable.entries()) {
    const { verdict, unread = [] } = body.rows[at] ?? {}
    assert.equal(verdict, 'changed', JSON.stringify(cells))
    assert.equal(unread.length, 1)
    assert.match(unread[0] ?? '', expected)
    const [now, was] = [await find(codes[at] ?? ''), before[at]]
    assert.ok(was)
    assert.equal(now.manufacturer, 'New')
    const { manufacturer, version, updated_at } = was
    assert.deepEqual({ ...now, manufacturer, version, updated_at }, was, JSON.stringify(cells))
  }
  const fresh = await send([{ ndc: '22223-2000-01', name: 'Fresh 5 mg', price: '1,50', Published: 'yes' }])
  assert.deepEqual(fresh.body.rows[0]?.unread?.length, 2)
  assert.deepEqual([(await find('22223-2000-01')).is_published, (await find('22223-2000-01')).price], [false, 0])
})

test('two keys for one field are refused with both names; the portal’s own name wins', async () => {
  const row = { name: 'Two columns', ndc: '22224-0001-01', 'Item #': 104_233 }
  const { status, body } = await send([row, { ...row, 'Unit price': 1, 'Sale price': 2 }])
  assert.equal(status, 400)
  assert.match(body.message, /Two columns could be Price: “Unit price” and “Sale price”/)
  assert.deepEqual(await verdictsOf([{ ...row, 'Unit price': 1, Price: 4 }]), ['new'])
  assert.equal((await find('22224-0001-01')).price, 4)
})

test('a list that changes most names, prices or stocks is refused until its number is sent back', async () => {
  const rows = Array.from({ length: 4 }, (_, at) => ({
    ndc: `22225-${1000 + at}-01`,
    name: `Listed ${at} mg`,
    price: 10,
    qty: 80,
  }))
  await send(rows)
  const cents = rows.map((row) => ({ ...row, price: 25 }))
  const preview = await send(cents, { preview: 'true' })
  assert.deepEqual(preview.body.confirm, { rows: 4, margins: [{ what: 'prices', far: 4, of: 4 }] })
  assert.equal((await send(cents)).status, 409)
  assert.equal((await send(cents, { confirm: '3' })).status, 409)
  assert.equal((await find('22225-1000-01')).price, 10)
  assert.deepEqual((await send(cents, { confirm: '4' })).body.counts.changed, 4)
})

test('code in cells is text; prototype keys do nothing', async () => {
  const hostile =
    '[{"ndc":"33333-3333-01","name":"<script>alert(1)</script>","price":1,"description":"=HYPERLINK(\\"http://x\\")","__proto__":{"price":9},"constructor":{"prototype":{"price":9}},"toString":"x"}]'
  const { body } = await portal.send({
    method: 'POST',
    url: '/api/products/importProducts',
    as: admin,
    headers: { 'content-type': 'text/plain' },
    payload: hostile,
  })
  assert.deepEqual(body['counts'], { new: 1, changed: 0, unchanged: 0, refused: 0 })
  const product = await find('33333-3333-01')
  assert.deepEqual(
    [product.name, product.description, product.price],
    ['<script>alert(1)</script>', '=HYPERLINK("http://x")', 1],
  )
  assert.equal(({} as Row)['price'], undefined)
})

test('NDCs that lost their zeros are repaired if that is certain, else refused', async () => {
  await send([
    { ndc: '00406-0123-01', name: 'Known', price: 1 },
    { ndc: '50111-0433-01', name: 'Other known', price: 1 },
  ])
  const row = (ndc: unknown, more: Row = {}) => ({ ndc, name: 'Zero', price: 1, ...more })
  assert.deepEqual(
    (await send([row(406012301), row('50111043301')])).body.rows.map(({ ndcNumber }) => ndcNumber),
    ['00406-0123-01', '50111-0433-01'],
  )
  assert.deepEqual(
    (await send([row(406012301)])).body.rows.map(({ ndcNumber }) => ndcNumber),
    ['00406-0123-01'],
  )
  const [lost = '', ten = '', kept = ''] = await verdictsOf([row(777012301), row('7770123019'), row('0777012301')])
  assert.match(lost, /lost its leading zeros/)
  assert.match(ten, /ten digits and no dashes\. It could be 07770-1230-19, 77701-0230-19, 77701-2301-09/)
  assert.match(kept, /ten digits/)
  assert.deepEqual(await verdictsOf([row(777012301)], { elevenDigits: 'true' }), ['new'])
  assert.equal((await find('00777-0123-01')).name, 'Zero')
})

test('an import keeps the stock that orders took since the preview', async () => {
  await send([{ ndc: '66666-6666-01', name: 'Busy', price: 2, qty: 100 }])
  const { id } = await find('66666-6666-01')
  await portal.call(catalog.addFavourite, { body: { slug: '66666-6666-01', email: ann.email }, as: ann })
  await portal.db
    .insertInto('contract_price')
    .values({ product_id: id, business_id: ann.businessId, list: 'general', price: 1 })
    .execute()
  const sheet = { ndc: '66666-6666-01', price: 3, qty: 100 }
  const [seen] = (await send([sheet], { preview: 'true' })).body.rows
  assert.equal(seen?.count, 100)
  assert.equal(await buy(portal, ann, [{ _id: id, quantity: 4 }]), 201)
  await send([{ ...sheet, countInStockLoaded: seen?.count }])
  assert.deepEqual([(await find('66666-6666-01')).count_in_stock, (await find('66666-6666-01')).price], [96, 3])

  const buyers = await Promise.all(Array.from({ length: 6 }, () => portal.addUser()))
  const many = Array.from({ length: 300 }, (_, at) => ({
    ndc: `66666-${String(1000 + at)}-01`,
    name: `Busy ${at}`,
    price: 2,
    qty: 50,
  }))
  await send(many)
  const ids = (
    await portal.db.selectFrom('product').select('id').where('name', 'like', 'Busy %').orderBy('id', 'desc').execute()
  ).map((one) => one.id)
  const imports = [2.1, 2.2, 2.3].map((price) =>
    send(many.toReversed().map((row) => ({ ...row, price, qty: 60, countInStockLoaded: 50 }))),
  )
  const lines = ids.slice(0, 20).map((_id) => ({ _id, quantity: 1 }))
  const results = await Promise.all([
    ...buyers.map((buyer, at) => buy(portal, buyer, at % 2 ? lines : lines.toReversed())),
    ...imports.map((sent) => sent.then(({ status }) => status)),
  ])
  assert.deepEqual(results.toSorted(), [200, 200, 200, 201, 201, 201, 201, 201, 201])
  const counts = await portal.db
    .selectFrom('product')
    .select('count_in_stock')
    .where('id', 'in', ids.slice(0, 20))
    .execute()
  for (const { count_in_stock } of counts) assert.equal(count_in_stock, 50 + 3 * 10 - 6)
  await assertLedgerSums(portal)
  const product = (await portal.call(catalog.byId, { params: { id }, as: admin })).body
  assert.deepEqual([product.favBy, product.customPricingList.map(({ price }) => price)], [[ann.email], [1]])
})

test('a request whose answer was lost is answered again but not applied again', async () => {
  const row = { ndc: '77777-7777-01', name: 'Part', price: 2, qty: 10 }
  const key = randomUUID()
  const repeat = (rows: Row[], headers = { 'idempotency-key': key }) =>
    portal.call(productImport.importProducts, { body: rows, query: {}, as: admin, headers })
  const first = await repeat([row])
  const { id } = await find('77777-7777-01')
  await buy(portal, ann, [{ _id: id, quantity: 4 }])
  const again = await repeat([row])
  assert.deepEqual(again.body, first.body)
  assert.equal((await find('77777-7777-01')).count_in_stock, 6)
  assert.equal((await repeat([{ ...row, qty: 1 }])).status, 422)
  const both = await Promise.all(
    [1, 2].map(() => repeat([{ ...row, ndc: '77777-7777-02' }], { 'idempotency-key': `${key} 2` })),
  )
  assert.deepEqual(both[0]?.body, both[1]?.body)
  await assertLedgerSums(portal)
})

test('two concurrent imports of the same new products create them once', async () => {
  const rows = Array.from({ length: 50 }, (_, at) => ({ ndc: `88888-${1000 + at}-01`, name: `Twin ${at}`, price: 1 }))
  const both = await Promise.all([send(rows), send(rows.toReversed()), send(rows)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(
    both.reduce((sum, { body }) => sum + body.counts.new, 0),
    50,
  )
})

test('only admins can import', async () => {
  for (const as of [null, ann]) {
    const { status } = await portal.call(productImport.importProducts, { body: [], query: {}, as })
    assert.equal(status, as ? 403 : 401)
  }
})

test('drug facts are imported and changed by the next sheet', async () => {
  const row = { ndc: '38333-3333-01', name: 'Oxycodone 5 mg Tablet, 100 ct bottle', price: 20 }
  await send([
    { ...row, Strength: '5 MG', Form: 'Tablet, Film Coated', Route: 'Oral', Package: '100 TABLET in 1 BOTTLE' },
  ])
  await send([
    { ...row, pack_qty: '1,000', 'Pack Unit': 'EA', DEA: 'C-II', rx_otc: 'Prescription', UPC: '3 00060 27728 3' },
    { ...row, ndc: '38333-3333-02', pack_qty: '2.5', pack_unit: 'mL' },
  ])
  const known = await find('38333-3333-01')
  assert.deepEqual(
    [known.strength, known.dosage_form, known.form, known.route, known.pack_size],
    ['5 MG', 'Tablet, Film Coated', 'Tablet', 'Oral', '100 TABLET in 1 BOTTLE'],
  )
  assert.deepEqual(
    [known.pack_quantity, known.pack_unit, known.dea_schedule, known.dispensing, known.gtin],
    [1000, 'EA', 'CII', 'Rx', '300060277283'],
  )
  assert.deepEqual((await find('38333-3333-02')).pack_quantity, 2.5)
})

test('order limits are imported, and removed by “none”', async () => {
  const row = { ndc: '77777-0001-01', name: 'Cased', price: 5 }
  await send([{ ...row, 'Min Qty': 12, 'Order Multiple': '6' }])
  const cased = await find('77777-0001-01')
  assert.deepEqual([cased.order_minimum, cased.order_maximum, cased.order_multiple], [12, null, 6])
  const { rows } = (
    await send([
      { ndc: row.ndc, 'Maximum Per Order': 11 },
      { ndc: row.ndc.replace('0001', '0002'), name: 'Other', price: 5, 'Order Multiple': 1.5 },
    ])
  ).body
  assert.deepEqual(
    rows.map(({ verdict, unread }) => [verdict, unread]),
    [
      ['unchanged', ['No quantity fits this minimum, maximum and multiple.']],
      ['new', ['Order Multiple “1.5” is not a whole number from 1 to 9,999.']],
    ],
  )
  await send([{ ndc: row.ndc, 'Minimum Per Order': 'none' }])
  assert.equal((await find('77777-0001-01')).order_minimum, null)
})
