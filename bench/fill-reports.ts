// Fills a database of its own with years of orders and measures the dashboards against a listing:
// node bench/fill-reports.ts [orders, 1,000,000 unless said]
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openSession } from '#accounts/sign-in.ts'
import { addProducts } from '#catalogue/add-products.ts'
import { connectErp } from '#erp/connect-erp.ts'
import { countOrder } from '#reports/count-order.ts'
import { foldSales } from '#reports/fold-sales.ts'
import { relateProducts } from '#reports/relate-products.ts'
import { buildPortal } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

const orders = Number(process.argv[2] ?? 1_000_000)
const customers = 2_000
const products = 2_000

const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const start = performance.now()
  const result = await work()
  console.log(`${what}: ${((performance.now() - start) / 1_000).toFixed(2)} s`)
  return result
}

const idOf = (kind: string, number: string) =>
  `('${kind}0000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** Every customer orders from sixty products of his own choice, the first of them most often. */
const productOf = (customer: string, line: string) =>
  `1 + (${customer} * 37 + floor(60 * power(random(), 2))::int * 13 + ${line}) % ${products}`

const statements = {
  customers: `insert into user_account (id, email, name, company_name, account_id, license_type, license_expiry_date,
      is_active, shipto_state)
    select ${idOf('a', 'n')}, 'c' || n || '@bench.example', 'Buyer', 'Company ' || n, (1000000 + n)::text,
      (array['Retail pharmacy', 'Clinic', 'Veterinarian'])[1 + n % 3], date '2026-01-01' + n % 900, true, 'MA'
    from generate_series(1, ${customers}) n`,
  lines: `insert into order_line (order_id, line_no, product_id, name, slug, quantity, price)
    select ${idOf('b', 'n')}, line, ${idOf('c', productOf(`(1 + n % ${customers})`, 'line'))}, 'Something', 'x',
      1 + floor(random() * 9)::int, round((1 + random() * 99)::numeric, 2)
    from generate_series(1, ${orders}) n, generate_series(1, 5) line`,
  orders: `insert into sales_order (id, user_id, placed_by, ship_region, ship_country, bill_to_party_id, total_price,
      created_at, order_status_sap, erp_state, erp_reference, erp_id)
    select ${idOf('b', 'n')}, ${idOf('a', `1 + n % ${customers}`)}, ${idOf('a', `1 + n % ${customers}`)},
      (array['MA', 'Texas', 'ca', 'NY', 'N.J.', 'Ohio', 'WA', 'IL', 'FL', 'Georgia'])[1 + n % 10], 'US',
      (1000001 + n % ${customers})::text, line.total,
      now() - interval '5 years' * (1 - n::float / ${orders}), case when n > ${orders} - 3000 then '2' else '3' end,
      case when n % 100000 = 7 then 'rejected' else 'linked' end, 'B-' || n, (500000 + n)::text
    from generate_series(1, ${orders}) n
    join (select order_id, sum(quantity * price) as total from order_line group by order_id) line
      on line.order_id = ${idOf('b', 'n')}`,
  invoices: `insert into invoice (id, party_id, invoice_date, due_date, total_gross_amount, open_amount, open_amount_at)
    select 'I' || n, (1000001 + n % ${customers})::text, (now() - interval '5 years' * (1 - n::float / ${orders}))::date,
      (now() - interval '5 years' * (1 - n::float / ${orders}))::date + 30, 250,
      case when n > ${orders} * 0.97 then 250 else 0 end, now()
    from generate_series(1, ${orders}) n`,
  sums: `insert into sales_tally (scope, key, period, orders, sales, pieces)
    select scope, key, period, sum(orders), sum(sales), sum(pieces) from order_figure where deleted_at is null
    group by scope, key, period`,
}

const folder = await mkdtemp(join(tmpdir(), 'apotheca-reports-'))
await chmod(folder, 0o711)
const postgres = await startEmbedded(folder, { durable: false })
const database = connect({ ...postgres.connection, database: 'postgres' }, 10)
const { db } = database
try {
  await migrate(database.pool)
  const client = new pg.Client({ ...postgres.connection, database: 'postgres' })
  await client.connect()
  await addProducts(
    db,
    Array.from({ length: products }, (_, at) => ({
      id: `c0000000-0000-7000-8000-${(at + 1).toString(16).padStart(12, '0')}`,
      name: `Product ${at + 1} tablet`,
      ndc_number: `${String(10_000 + at)}-0001-01`,
      price: 10,
      count_in_stock: at % 50 === 0 ? 0 : 100,
      is_published: true,
      category: `Category ${at % 30}`,
    })),
  )
  // The rows are made to fit one another; checking each reference would take most of the time.
  await client.query('set session_replication_role = replica')
  for (const [what, sql] of Object.entries(statements)) await timed(what, () => client.query(sql))
  await timed('analyze', () => client.query('vacuum analyze'))
  await client.end()
  await timed('related products', () => relateProducts(db))
  await measureCalls()
} finally {
  await database.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measureCalls() {
  const admin = 'd0000000-0000-7000-8000-000000000001'
  await db
    .insertInto('user_account')
    .values({ id: admin, email: 'admin@bench.example', name: 'Admin', is_admin: true, is_active: true })
    .execute()
  const customer = 'a0000000-0000-7000-8000-000000000005'
  const tokenOf = (userId: string) => openSession(db, { userId, ip: '127.0.0.1', userAgent: 'bench' })
  const [asAdmin, asCustomer] = [await tokenOf(admin), await tokenOf(customer)]
  const config = readConfig({ DEMO: '1', LOG_LEVEL: 'silent', PORT: '0', RATE_LIMITS: '0' })
  const { http } = await buildPortal({ config, db, erp: connectErp(config) })
  const year = new Date().getUTCFullYear()
  const calls: [url: string, token: string][] = [
    ['/api/products/search', asCustomer],
    ['/api/products/search?query=tablet&page=4', asCustomer],
    ['/api/orders/summary', asAdmin],
    ['/api/orders/populateMap', asAdmin],
    ['/api/reports/attention', asAdmin],
    ['/api/reports/invoices', asAdmin],
    [`/api/products/getYearlyReports/${year}`, asAdmin],
    [`/api/reports/customers/${year}`, asAdmin],
    ['/api/products/getReports/10005-0001-01', asAdmin],
    ['/api/products/forDropdown?query=tablet', asAdmin],
    [`/api/orders/mysummary/${customer}`, asCustomer],
  ]
  const rounds = async (title: string) => {
    console.log(`\n${title}`)
    let floor = 0
    for (const [url, token] of calls) {
      const times: number[] = []
      for (let round = 0; round < 40; round++) {
        const start = performance.now()
        const { statusCode, body } = await http.inject({ url, headers: { authorization: `Bearer ${token}` } })
        if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`)
        times.push(performance.now() - start)
      }
      const median = times.toSorted((a, b) => a - b)[20] ?? 0
      floor ||= median
      console.log(`${median.toFixed(1).padStart(8)} ms  ${(median / floor).toFixed(2).padStart(6)}x  ${url}`)
    }
  }
  await rounds('everything folded')

  const ids = await db.selectFrom('sales_order').select('id').orderBy('created_at', 'desc').limit(2_000).execute()
  const start = performance.now()
  for (const { id } of ids.slice(0, 500)) await countOrder(db, id, 1)
  console.log(`\ncounting one order: ${((performance.now() - start) / 500).toFixed(2)} ms`)
  for (const { id } of ids.slice(500)) await countOrder(db, id, 1)
  await rounds('2,000 orders not folded')
  await timed('folding them', () => foldSales(db))
  await http.close()
}
