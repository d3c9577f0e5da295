// Calls every list, filter, sort and page, and explains every SQL statement. Needs a database filled by `npm run bench
// -- PATH/TO/packages.csv.gz --keep FOLDER`: node bench/measure-lists.ts FOLDER [rounds, default 40]
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { openSession } from '#identity/open-session.ts'
import { connectErp } from '#erp/connect-erp.ts'
import { invoiceList } from '../src/billing/invoices/contract.ts'
import { orderList } from '#orders/order-shapes.ts'
import { buildPortal } from '#portal/app.ts'
import { readConfig } from '#platform/config.ts'
import { connect } from '#platform/db/connect.ts'
import { fullDatabase, startBenchCluster } from './fill-database.ts'
import { tradePeople } from './fill-trade.ts'

const [folder, wantedRounds = '40'] = process.argv.slice(2)
if (!folder) {
  console.error('Usage: node bench/measure-lists.ts FOLDER [rounds]')
  process.exit(2)
}
const rounds = Number(wantedRounds)

const postgres = await startBenchCluster(folder)
const where = { ...postgres.connection, database: fullDatabase }
const { db, pool, close } = connect({ ...where, statement_timeout: 0 }, 4, 0)

const id = async (email: string) =>
  (await pool.query('select id from user_account where email = $1', [email])).rows[0].id as string
const tokenOf = async (email: string) => openSession(db, { userId: await id(email), ip: '', userAgent: 'bench' })
const personBy = async (email: string) => ({ id: await id(email), token: await tokenOf(email) })
const who = {
  admin: await personBy(tradePeople.admin),
  heavy: await personBy(tradePeople.customer(1)),
  usual: await personBy(tradePeople.customer(777)),
  rep: await personBy(tradePeople.rep),
}
const counted = async (table: string) =>
  (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number
const counts = { orders: await counted('sales_order'), invoices: await counted('invoice') }

const config = readConfig({
  DEMO: '0',
  DATABASE_URL: 'postgres:///x',
  SECOND_FACTOR: 'optional',
  LOG_LEVEL: 'silent',
  PORT: '0',
  RATE_LIMITS: '0',
})
const served = connect(where, 10)
const { http } = await buildPortal({ config, db: served.db, erp: connectErp(config) })
await http.listen({ port: 0, host: '127.0.0.1' })
const base = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`

interface Sent {
  text: string
  values: unknown[]
}
let sent: Sent[] | null = null
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [first, second] = given as [string | { text?: string; values?: unknown[] }, unknown]
  const text = typeof first === 'string' ? first : (first.text ?? '')
  if (sent && /"?(sales_order|invoice)"?/.test(text) && !text.startsWith('explain'))
    sent.push({ text, values: (Array.isArray(second) ? second : typeof first === 'object' ? first.values : []) ?? [] })
  return query.apply(this, given)
} as typeof pg.Client.prototype.query

type Who = keyof typeof who
const one = (await pool.query('select id from sales_order offset 1234 limit 1')).rows[0].id as string
const orderOf = (as: Who, parameters = '') => ({
  as,
  path:
    as === 'admin'
      ? `/api/orders/localSAPOrders/all?${parameters}`
      : `/api/orders/mineSAPLocal/${who[as].id}?${parameters}`,
})
const filtered = (filter: object, more = '') => `query=${encodeURIComponent(JSON.stringify(filter))}${more}`
const invoiceOf = (as: Who, filter: object = {}, parameters = '') => ({
  as,
  path: `/api/users/InvoicesListFilter/${encodeURIComponent(JSON.stringify(filter))}?${parameters}`,
})

const orderFilters: Record<string, object> = {
  'id, one': { orderIdSap: '512345' },
  'id, three digits': { orderIdSap: '234' },
  'id, two digits': { orderIdSap: '51' },
  'id, none': { orderIdSap: 'XYZ' },
  'account, one': { billToPartyID: '1000777' },
  'company name': { billToPartyID: 'company a' },
  total: { totalPrice: '1234.56' },
  tracking: { trackingCode: '1ZAB' },
  'tracking, common': { trackingCode: '1Z' },
  'tracking, none': { trackingCode: 'ZZZZZZ' },
  'purchase order': { purchaseOrder: 'AB12' },
  day: { createdAt: '2026-10-10' },
  month: { createdAt: '2026-09' },
  'status Open (rare)': { orderStatusSap: '1' },
  'status Completed': { orderStatusSap: '3' },
  'status In Preparation': { orderStatusSap: '4' },
  'status and account': { orderStatusSap: '1', billToPartyID: '1000777' },
  'five at once': {
    orderStatusSap: '3',
    billToPartyID: '1000',
    trackingCode: '1Z',
    createdAt: '2026',
    orderIdSap: '5',
  },
}
const invoiceFilters: Record<string, object> = {
  account: { account: '1000777' },
  'account, part': { account: '0777' },
  'invoice, one': { inv: '90012345' },
  'invoice, part': { inv: '2345' },
  'ship, common': { ship: 'ups' },
  'ship, rare': { ship: 'courier' },
  'ship, none': { ship: 'truck' },
  track: { track: '1ZAB' },
  'track, none': { track: 'ZZZZZZ' },
  total: { total: '1234.56' },
  'status 1 (rare)': { status: '1' },
  'status 3': { status: '3' },
  'status 4': { status: '4' },
  'all six': { account: '1000', inv: '9', ship: 'ups', track: '1Z', total: '12.34', status: '3' },
}

const cases: [name: string, { as: Who; path: string }][] = [
  ['floor: one order by its id', { as: 'admin', path: `/api/orders/${one}` }],
  ...orderList.sorts.flatMap((sort): [string, { as: Who; path: string }][] => [
    [`orders by ${sort}`, orderOf('admin', `sort=${sort}`)],
    [`orders by -${sort}`, orderOf('admin', `sort=-${sort}`)],
  ]),
  ['orders, page 40', orderOf('admin', 'page=40')],
  ['orders, last page', orderOf('admin', `page=${Math.floor(counts.orders / 200)}&pageSize=200`)],
  ...Object.entries(orderFilters).map(([name, filter]): [string, { as: Who; path: string }] => [
    `orders, ${name}`,
    orderOf('admin', filtered(filter)),
  ]),
  ['orders, tracking by total', orderOf('admin', filtered({ trackingCode: '1ZAB' }, '&sort=totalPrice'))],
  ...(['usual', 'heavy', 'rep'] as const).flatMap((as): [string, { as: Who; path: string }][] => [
    [`history of ${as}`, orderOf(as)],
    [`history of ${as}, by total, page 5`, orderOf(as, 'sort=totalPrice&page=5')],
    [`history of ${as}, id`, orderOf(as, filtered({ orderIdSap: '51' }))],
    [`history of ${as}, status`, orderOf(as, filtered({ orderStatusSap: '1' }))],
    [`history of ${as}, tracking`, orderOf(as, filtered({ trackingCode: '1ZA' }))],
  ]),
  ...invoiceList.sorts.flatMap((sort): [string, { as: Who; path: string }][] => [
    [`invoices by ${sort}`, invoiceOf('admin', {}, `sort=${sort}`)],
    [`invoices by -${sort}`, invoiceOf('admin', {}, `sort=-${sort}`)],
  ]),
  ['invoices, last page', invoiceOf('admin', {}, `page=${Math.floor(counts.invoices / 200)}&pageSize=200`)],
  ...Object.entries(invoiceFilters).map(([name, filter]): [string, { as: Who; path: string }] => [
    `invoices, ${name}`,
    invoiceOf('admin', filter),
  ]),
  ...(['usual', 'heavy'] as const).flatMap((as): [string, { as: Who; path: string }][] => [
    [`invoices of ${as}`, invoiceOf(as)],
    [`invoices of ${as}, by total, page 5`, invoiceOf(as, {}, 'sort=totalNetAmount&page=5')],
    [`invoices of ${as}, track`, invoiceOf(as, { track: '1ZA' })],
    [`totals of ${as}`, { as, path: '/api/users/InvoiceTotals' }],
  ]),
  ['totals of everyone', { as: 'admin', path: '/api/users/InvoiceTotals' }],
]

interface Plan {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

const nameOf = (plan: Plan): string =>
  `${plan['Node Type']}${plan['Index Name'] ? ` ${plan['Index Name']}` : plan['Relation Name'] ? ` ${plan['Relation Name']}` : ''} ${plan['Actual Rows'] * plan['Actual Loops']}`

const explain = async ({ text, values }: Sent): Promise<string> => {
  const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values)
  const [{ Plan, 'Execution Time': time }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan; 'Execution Time': number }]
  const telling = nodes(Plan).filter(
    (plan) => /Scan|Sort/.test(plan['Node Type']) && !/Subquery|Index Scan on user|session/.test(nameOf(plan)),
  )
  const isScan = nodes(Plan).some(
    (plan) => plan['Node Type'] === 'Seq Scan' && ['sales_order', 'invoice'].includes(plan['Relation Name'] ?? ''),
  )
  return `${isScan ? '!! ' : '   '}${time.toFixed(1).padStart(6)} ms  ${telling.map(nameOf).join(' <- ')}`
}

console.log(`${'case'.padEnd(42)} ${'p50'.padStart(7)} ${'p95'.padStart(7)}  count`)
for (const [name, { as, path }] of cases) {
  const ask = () => fetch(base + path, { headers: { authorization: `Bearer ${who[as].token}` } })
  for (let round = 0; round < 3; round++) await (await ask()).arrayBuffer()
  const times: number[] = []
  let answered: Response | null = null
  for (let round = 0; round < rounds; round++) {
    const from = performance.now()
    answered = await ask()
    await answered.arrayBuffer()
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1).padStart(7)
  console.log(
    `${name.padEnd(42)} ${at(0.5)} ${at(0.95)}  ${answered?.status === 200 ? (answered.headers.get('x-total-count') ?? '') : `status ${answered?.status}`}`,
  )
  sent = []
  await (await ask()).arrayBuffer()
  const statementsSent = sent.filter(({ text }) => !/from "?session/.test(text))
  sent = null
  for (const statement of statementsSent) console.log(`    ${await explain(statement)}`)
}

await http.close()
await served.close()
await close()
await postgres.stop()
