import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { saveTimeZone } from './save-time-zone.ts'
import { compactSales } from './compact-sales.ts'
import { reports } from './contract.ts'
import { countBreakdowns } from './count-breakdowns.ts'
import type { BreakdownSort, Dimension } from './sales-shapes.ts'
import { addProduct, cancelOrder, deleteSale, importOrder } from './testing-sales.ts'

const portal = await startTestPortal()
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '', name: 'Ray', last_name: 'Roe' })
const buyer = await portal.addUser({})
const statin = await addProduct(db, '11111-1111-11', { category: 'Heart', manufacturer: 'Acme' })
const insulin = await addProduct(db, '22222-2222-22', { category: 'Diabetes', manufacturer: 'Acme' })
const plain = await addProduct(db, '33333-3333-33')
const at = (day: string) => new Date(`${day}T17:00:00Z`)

const count = async () => {
  await compactSales(db)
  while (!(await countBreakdowns(db)));
}

const split = async (by: Dimension, from: string, to: string, sort: BreakdownSort = '-sales') =>
  (await call(reports.breakdown, { query: { by, from, to, sort }, as: admin })).body

const short = (rows: { name: string; sales: number; pieces: number }[]) =>
  rows.map(({ name, sales, pieces }) => [name, sales, pieces])

await importOrder(db, buyer, [{ product: statin, quantity: 3, price: 10 }], { created_at: at('2025-05-01') })
const first = await importOrder(
  db,
  buyer,
  [
    { product: statin, quantity: 2, price: 10 },
    { product: insulin, quantity: 1, price: 30 },
    { product: plain, quantity: 5, price: 1 },
  ],
  { created_at: at('2025-06-10'), placed_by: rep._id, total_price: 67 },
)
const second = await importOrder(db, buyer, [{ product: insulin, quantity: 4, price: 25 }], {
  created_at: at('2025-06-30'),
  placed_by: buyer._id,
})
await db
  .updateTable('order_line')
  .set({
    price_source: JSON.stringify({
      name: 'Group price',
      contractNumber: '',
      until: null,
      percentOff: null,
      fromQuantity: 1,
    }),
  })
  .where('order_id', '=', second)
  .execute()

test('every dimension adds up to the sales of the period', async () => {
  await count()
  assert.deepEqual(short((await split('rep', '2025-06-01', '2025-06-30')).rows), [
    ['Ordered by customers', 100, 4],
    ['Ray Roe', 67, 8],
  ])
  assert.deepEqual(short((await split('category', '2025-06-01', '2025-06-30')).rows), [
    ['Diabetes', 130, 5],
    ['Heart', 20, 2],
    ['Shipping and other amounts', 12, 0],
    ['No category', 5, 5],
  ])
  assert.deepEqual(short((await split('manufacturer', '2025-06-01', '2025-06-29')).rows), [
    ['Acme', 50, 3],
    ['Shipping and other amounts', 12, 0],
    ['No manufacturer', 5, 5],
  ])
  assert.deepEqual(short((await split('priceList', '2025-06-01', '2025-06-30', 'name')).rows), [
    ['Group price', 100, 4],
    ['List price', 55, 8],
    ['Shipping and other amounts', 12, 0],
  ])
  for (const by of ['rep', 'category', 'manufacturer', 'priceList'] as const) {
    const query = { from: '2025-06-01', to: '2025-06-30' }
    const { body } = await call(reports.sales, { query, as: admin })
    const { total, uncounted } = await split(by, query.from, query.to)
    assert.deepEqual([total.sales, uncounted], [body.total.now.sales, 0], by)
    assert.equal(total.before, body.total.before?.sales ?? null, by)
  }
})

test('a row has the sales of the days before and of the year before as far as sales reach back', async () => {
  const { rows, before, yearBefore } = await split('category', '2025-06-01', '2025-06-30')
  assert.deepEqual([before, yearBefore], [{ from: '2025-05-02', to: '2025-05-31' }, null])
  assert.deepEqual(rows.find(({ name }) => name === 'Heart')?.before, 0)
  const may = await split('category', '2025-05-31', '2025-06-30')
  assert.equal(may.before, null)
  const year = await split('category', '2026-05-01', '2026-06-30')
  assert.deepEqual(year.yearBefore, { from: '2025-05-01', to: '2025-06-30' })
  assert.deepEqual(year.rows.find(({ name }) => name === 'Heart')?.yearBefore, 50)
})

test('canceled orders and lines leave the breakdowns', async () => {
  await cancelOrder(db, first, { isCancelled: true })
  await deleteSale(db, second)
  await count()
  for (const by of ['rep', 'category', 'manufacturer', 'priceList'] as const) {
    const { rows, rest, total } = await split(by, '2025-06-01', '2025-06-30')
    assert.deepEqual([rows, rest, total.sales], [[], null, 0], by)
  }
  await cancelOrder(db, first, { isCancelled: false })
  await count()
  assert.equal((await split('rep', '2025-06-10', '2025-06-10')).total.sales, 67)
})

test('after ten rows the others are one, and together they are the total, in every order', async () => {
  const lines = await Promise.all(
    Array.from({ length: 14 }, async (_, at) => ({
      product: await addProduct(db, `44444-00${10 + at}-44`, { manufacturer: `Maker ${10 + at}` }),
      quantity: 1,
      price: 100.01 + at,
    })),
  )
  await importOrder(db, buyer, lines, { created_at: at('2025-07-04') })
  await count()
  for (const [sort, name] of [
    ['-sales', 'Maker 23'],
    ['sales', 'Maker 10'],
    ['-name', 'Maker 23'],
    ['name', 'Maker 10'],
  ] as const) {
    const { rows, rest, total } = await split('manufacturer', '2025-07-04', '2025-07-04', sort)
    assert.deepEqual([rows.length, rows[0]?.name, rest?.count], [10, name, 4], sort)
    const sum = rows.reduce((cents, { sales }) => cents + Math.round(sales * 100), Math.round((rest?.sales ?? 0) * 100))
    assert.deepEqual([sum, total.sales], [149_114, 1_491.14], sort)
  }
})

test('another time zone counts the days again', async () => {
  await importOrder(db, buyer, [{ product: statin, quantity: 1, price: 9 }], {
    created_at: new Date('2025-08-02T03:00:00Z'),
  })
  await count()
  const sold = async (day: string) => (await split('rep', day, day)).total.sales
  assert.deepEqual([await sold('2025-08-01'), await sold('2025-08-02')], [9, 0])
  await saveTimeZone(db, 'Europe/Paris')
  assert.ok((await split('rep', '2025-08-02', '2025-08-02')).uncounted > 0)
  await count()
  assert.deepEqual([await sold('2025-08-01'), await sold('2025-08-02')], [0, 9])
})
