import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { addProducts } from '#catalog/add-products.ts'
import { startTestPortal } from '#portal/testing.ts'
import { reports } from './contract.ts'
import { compactSales } from './compact-sales.ts'
import { daysToCompare } from './queries.ts'
import { addProduct, importOrder } from './testing-sales.ts'

const portal = await startTestPortal()
const { db, call, send } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })

const summary = async () => (await call(reports.summary, { as: admin })).body

describe('an empty portal', () => {
  it('returns zeros in the shapes that the dashboards read', async () => {
    const { users, orders, productCategories, trends } = await summary()
    assert.deepEqual(users, [{ numUsers: 1 }])
    assert.deepEqual(orders, [{ numOrders: 0, totalSales: 0, totalProducts: 0 }])
    assert.deepEqual(productCategories, [])
    assert.deepEqual(trends.sales, { now: 0, before: 0 })
    assert.deepEqual((await call(reports.map, { as: admin })).body, [])
    assert.deepEqual((await call(reports.topProducts, { params: { id: 2026 }, as: admin })).body, [])
    assert.deepEqual((await call(reports.topCustomers, { params: { id: 2026 }, as: admin })).body, [])
    assert.deepEqual((await call(reports.productNames, { query: {}, as: admin })).body, [])
    assert.deepEqual((await call(reports.invoices, { as: admin })).body, { asOf: null, currencies: [] })
    const { body: attention } = await call(reports.attention, { as: admin })
    assert.deepEqual(attention.failed, { count: 0, orders: [] })
    assert.deepEqual(attention.licenses, { count: 0, unknown: 0, customers: [] })
    assert.deepEqual(attention.soldOut, { count: 0, products: [] })
    assert.deepEqual(attention.questions, { count: 0, rows: [] })
    const { status, body: mine } = await call(reports.mySummary, { params: { id: admin._id }, as: admin })
    assert.equal(status, 200)
    assert.deepEqual([mine.inv, mine.orders, mine.products, mine.favProd, mine.buyAgain], [0, 0, [], [], []])
    assert.equal(mine.spend.length, 12)
  })

  it('refuses invalid years and finds no product without a name', async () => {
    for (const id of ['2000', '20261', 'last', '2026.5', '%00'])
      assert.equal(
        (await send({ method: 'GET', url: `/api/products/getYearlyReports/${id}`, as: admin })).status,
        400,
        id,
      )
    const unknown = await call(reports.productSales, { params: { id: '99999-9999-99' }, as: admin })
    assert.equal(unknown.status, 404)
    assert.equal(unknown.body.message, 'Product not found')
  })
})

describe('the trend', () => {
  const cases: [today: string, from: string, to: string, beforeFrom: string, beforeTo: string][] = [
    ['2026-11-21', '2026-11-01', '2026-11-21', '2026-10-01', '2026-10-21'],
    ['2026-03-31', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-01-01', '2026-01-01', '2025-12-01', '2025-12-01'],
  ]
  for (const [today, from, to, beforeFrom, beforeTo] of cases)
    it(`compares ${from} to ${to} with ${beforeFrom} to ${beforeTo}`, () =>
      assert.deepEqual(daysToCompare(today), { from, to, beforeFrom, beforeTo }))
})

describe('the report of one product', () => {
  it('has twelve months in the time zone for each year with sales, and finds the NDC in any notation', async () => {
    const product = await addProduct(db, '00006-3029-02')
    const line = (quantity: number) => [{ product, quantity, price: 1 }]
    await importOrder(db, null, line(5), { created_at: new Date('2025-01-01T04:59:59Z') })
    await importOrder(db, null, line(7), { created_at: new Date('2025-01-01T05:00:00Z') })
    await importOrder(db, null, line(2), { created_at: new Date('2025-01-20T12:00:00Z') })
    const expected = [
      { year: 2025, months: [9, ...Array<number>(11).fill(0)] },
      { year: 2024, months: [...Array<number>(11).fill(0), 5] },
    ]
    for (const id of ['00006-3029-02', '0006-3029-02', '00006302902'])
      assert.deepEqual((await call(reports.productSales, { params: { id }, as: admin })).body, expected, id)
  })

  it('is found by three letters of a name and by its number', async () => {
    await addProducts(db, [{ name: 'Zymborel 20 mg', ndc_number: 'ITEM-4711', is_item_number: true, price: 1 }])
    for (const query of ['zym', 'ZYMBOREL 20', 'item-4711']) {
      const { body } = await call(reports.productNames, { query: { query }, as: admin })
      assert.deepEqual(
        body.map(({ name }) => name),
        ['Zymborel 20 mg'],
        query,
      )
    }
    assert.deepEqual((await call(reports.productNames, { query: { query: 'zy' }, as: admin })).body, [])
    assert.deepEqual((await call(reports.productNames, { query: { query: '%%%' }, as: admin })).body, [])
    const unsold = await call(reports.productSales, { params: { id: 'ITEM-4711' }, as: admin })
    assert.deepEqual([unsold.status, unsold.body], [200, []])
  })

  it('is found despite a typing error, a draft as well, the best match first and twenty at most', async () => {
    await addProducts(db, [
      { name: 'Sodium Quilvanol 5 mg', brand: 'Sodium Quilvanol', is_published: true },
      { name: 'Quilvanol 5 mg', brand: 'Quilvanol' },
      ...Array.from({ length: 30 }, (_, at) => ({ name: `Treparin ${at + 1} mg`, is_published: true })),
    ])
    const found = async (query: string) =>
      (await call(reports.productNames, { query: { query }, as: admin })).body.map(({ name }) => name)
    for (const query of ['quilvanol', 'qilvanol', 'quilvnaol 5mg'])
      assert.deepEqual(await found(query), ['Quilvanol 5 mg', 'Sodium Quilvanol 5 mg'], query)
    assert.equal((await found('treparin')).length, 20)
  })
})

describe('the yearly rankings', () => {
  it('list at most five, largest first, compacted or not', async () => {
    const customers = await Promise.all(
      Array.from({ length: 7 }, (_, at) => portal.addUser({ company_name: `Ranked ${at}` })),
    )
    const products = await Promise.all(Array.from({ length: 7 }, (_, at) => addProduct(db, `44444-000${at}-44`)))
    for (const [at, customer] of customers.entries()) {
      const line = { product: products[at] ?? null, quantity: 10 + at, price: 1.01 }
      await importOrder(db, customer, [line], { created_at: new Date('2019-06-30T12:00:00Z') })
      if (at === 3) await compactSales(db)
    }
    // The one in the middle overtakes the others with a pending order.
    await importOrder(db, customers[1] ?? null, [{ product: products[1] ?? null, quantity: 90, price: 1.01 }], {
      created_at: new Date('2019-12-31T23:59:59Z'),
    })
    await importOrder(db, customers[6] ?? null, [{ product: products[6] ?? null, quantity: 5, price: 2 }], {
      created_at: new Date('2018-02-01T00:00:00Z'),
    })
    const seen = async () => {
      const { body: byPieces } = await call(reports.topProducts, { params: { id: 2019 }, as: admin })
      const { body: bySales } = await call(reports.topCustomers, { params: { id: 2019 }, as: admin })
      assert.deepEqual(
        byPieces.map(({ ndcNumber, totalQuantity }) => [ndcNumber, totalQuantity]),
        [
          ['44444-0001-44', 101],
          ['44444-0006-44', 16],
          ['44444-0005-44', 15],
          ['44444-0004-44', 14],
          ['44444-0003-44', 13],
        ],
      )
      assert.deepEqual(
        bySales
          .slice(0, 2)
          .map(({ companyName, orders, sales, salesBefore }) => [companyName, orders, sales, salesBefore]),
        [
          ['Ranked 1', 2, 102.01, 0],
          ['Ranked 6', 1, 16.16, 10],
        ],
      )
      assert.equal(bySales.length, 5)
    }
    await seen()
    await compactSales(db)
    await seen()
  })

  it('compare the current year with the same period a year ago', async () => {
    const customer = await portal.addUser({ company_name: 'Yearly Growth' })
    const big = (price: number) => [{ product: null, quantity: 1, price }]
    const year = Number(portal.day().slice(0, 4))
    // Two hours, because daylight saving may start on a different day that year.
    const later = new Date(Date.now() + 2 * 3_600_000)
    later.setUTCFullYear(later.getUTCFullYear() - 1)
    await importOrder(db, customer, big(4_000_000))
    await importOrder(db, await portal.addUser({ business_id: customer.businessId }), big(1_000_000))
    await importOrder(db, customer, big(100), { created_at: new Date(`${year - 1}-01-01T05:00:00Z`) })
    await importOrder(db, customer, big(1_000), { created_at: later })
    const { body } = await call(reports.topCustomers, { params: { id: year }, as: admin })
    // In the last two hours of a year the later order falls in the current year.
    const sales = later.getTime() < Date.parse(`${year}-01-01T05:00:00Z`) ? 5_000_000 : 5_001_000
    assert.deepEqual([body[0]?._id, body[0]?.companyName, body[0]?.sales], [customer._id, 'Yearly Growth', sales])
    assert.equal(body[0]?.salesBefore, 100)
  })
})

describe('the invoice overview', () => {
  it('shows pending by age, received and unknown payments by currency', async () => {
    const bill = async (gross: number, open: number | null, late: number, currency = 'USD') => {
      const id = randomUUID()
      const row = { id, total_gross_amount: gross, due_date: portal.day(-late), invoice_date: portal.day(-100) }
      await db
        .insertInto('invoice')
        .values({ ...row, currency_code: currency })
        .execute()
      await sql`update invoice set open_amount = ${open}, open_amount_at = ${open === null ? null : new Date()}
        where id = ${id}`.execute(db)
    }
    /** As the feed records it after each read. */
    const wasRead = () =>
      sql`insert into erp_sync (kind, finished_at) values ('openItems', clock_timestamp())
        on conflict (kind) do update set finished_at = excluded.finished_at`.execute(db)
    await bill(100.1, null, 0)
    await wasRead()
    const { body: unknown } = await call(reports.invoices, { as: admin })
    assert.equal(unknown.asOf, null)
    assert.deepEqual([unknown.currencies[0]?.unknown, unknown.currencies[0]?.received], [100.1, 0])
    await bill(50.25, 0, 40)
    await bill(80, 20.5, 45)
    await bill(10, 10, -5)
    await bill(7, 7, 91, 'EUR')
    await wasRead()
    const { body } = await call(reports.invoices, { as: admin })
    assert.ok(body.asOf)
    const [dollars, euros] = body.currencies
    assert.equal(dollars?.currency, 'USD')
    assert.deepEqual(
      [dollars?.invoiced, dollars?.received, dollars?.pending, dollars?.unknown],
      [240.35, 109.75, 30.5, 100.1],
    )
    assert.deepEqual(
      dollars?.ages.map(({ amount }) => amount),
      [10, 0, 20.5, 0, 0],
    )
    assert.deepEqual(
      euros?.ages.map(({ invoices }) => invoices),
      [0, 0, 0, 0, 1],
    )
  })
})

describe('what needs attention', () => {
  it('lists waiting customers, stuck and held orders, expiring licenses and missed products', async () => {
    await db.updateTable('license').set({ expires_on: '2099-01-01' }).execute()
    await portal.addUser({ is_active: false })
    await portal.addUser({ company_name: 'Ends Soon', license_expiry_date: portal.day(10) })
    await portal.addUser({ company_name: 'Ended', license_expiry_date: portal.day(-3), account_number: '880002' })
    await portal.addUser({ account_number: '880002' })
    await portal.addUser({ company_name: 'No date', account_number: '880001' })
    // Each for another business, so that each is reported once.
    await portal.addUser({ account_number: '880001' })
    const missed = await addProduct(db, '55555-5555-55', { count_in_stock: 0 })
    const buyer = await portal.addUser({ license_expiry_date: '2099-01-01' })
    const lines = [{ product: missed, quantity: 1_000_000, price: 1 }]
    const rejected = await importOrder(db, buyer, lines, { erp_state: 'rejected' })
    await importOrder(db, buyer, lines, { erp_state: 'held' })
    await compactSales(db)
    const { body } = await call(reports.attention, { as: admin })
    assert.equal(body.waitingCustomers, 1)
    assert.deepEqual([body.failed.count, body.failed.orders[0]?._id], [1, rejected])
    assert.equal(body.held.count, 1)
    assert.equal(body.licenses.unknown, 1)
    assert.deepEqual(
      body.licenses.customers.map(({ companyName }) => companyName),
      ['Ended', 'Ends Soon'],
    )
    assert.equal(body.soldOut.products[0]?.ndcNumber, '55555-5555-55')
  })
})

describe('the map', () => {
  it('is a separate page that only this portal may frame, without figures', async () => {
    const { raw } = await send({ method: 'GET', url: '/pictures/us-map' })
    assert.equal(raw.statusCode, 200)
    const policy = String(raw.headers['content-security-policy'])
    assert.match(policy, /frame-ancestors 'self'/)
    assert.match(policy, /default-src 'none'/)
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    assert.ok(nonce && raw.body.includes(`<script nonce="${nonce}"`))
    // The states, the capital, five territories and three military mail regions.
    assert.equal(raw.body.match(/<path id="[A-Z]{2}"/g)?.length, 50 + 1 + 5 + 3)
  })
})
