// Compares the cost of calls on a small and a large database, in turn, both filled by `fillDatabases`: node
// bench/measure-growth.ts SMALL_FOLDER LARGE_FOLDER [part of a call's name]
import { randomUUID } from 'node:crypto'
import { storeOrders } from '#erp/sync/store-orders.ts'
import type { ErpOrder } from '#erp/gateway/erp.ts'
import { countOrders } from '#reports/count-orders.ts'
import { readConfig } from '#platform/config.ts'
import { connect, type Database, transaction } from '#platform/db/connect.ts'
import { portalRole } from '#platform/db/grant-access.ts'
import { awaitIdlePortal } from './await-idle.ts'
import { fullDatabase, postmasterOf, startBenchCluster, urlOf } from './fill-database.ts'
import { type DatabaseSample, sampleDatabase } from './sample-database.ts'
import { bearerHeaders, signedInCases } from './make-calls.ts'
import { type Calls, cpuOfRow, inTurn, measure, median, type Target } from './measure.ts'
import { measureOrders } from './measure-orders.ts'
import { cpuOf } from './read-usage.ts'
import { measuredSettings, startServer } from './start-server.ts'

const [smallFolder, largeFolder, only = ''] = process.argv.slice(2)
if (!smallFolder || !largeFolder) {
  console.error('Usage: node bench/measure-growth.ts SMALL_FOLDER LARGE_FOLDER [part of a name]')
  process.exit(2)
}

const turns = 5
const secondsEachTurn = 0.6
const placingSeconds = 2
const pageOfErp = 50

interface Side {
  database: Database
  known: DatabaseSample
  portal: Target
  floors: { order: Target; bare: Target }
  cases: { name: string; calls: Calls }[]
}

const closings: (() => Promise<unknown>)[] = []

const openSide = async (folder: string): Promise<Side> => {
  const cluster = await startBenchCluster(folder)
  closings.push(cluster.stop)
  const postmaster = await postmasterOf(folder)
  const DATABASE_URL = urlOf(cluster, fullDatabase)
  const database = connect({ connectionString: DATABASE_URL }, 2, 0)
  closings.push(database.close)
  const start = async (file: string, environment: Record<string, string>, ...parameters: string[]): Promise<Target> => {
    const { url, pid, stop } = await startServer(file, { DATABASE_URL, ...environment }, ...parameters)
    closings.push(stop)
    return { url, pid, postmaster }
  }
  const portal = await start('dist/server/main.js', {
    ...measuredSettings,
    DATABASE_URL: urlOf(cluster, fullDatabase, portalRole),
  })
  const floors = {
    order: await start('bench/floor.ts', {}, 'order'),
    bare: await start('bench/floor.ts', {}, 'bare-order'),
  }
  const known = await sampleDatabase(database.pool)
  return { database, known, portal, floors, cases: [...signedInCases(known), ...reports(known)] }
}

const reports = ({ admin, ndcs }: DatabaseSample) => {
  const year = new Date().getUTCFullYear()
  const asAdmin = (...paths: string[]) => inTurn(...paths.map((path) => ({ path, headers: bearerHeaders(admin) })))
  return Object.entries({
    map: asAdmin('/api/orders/populateMap'),
    'what needs attention': asAdmin('/api/reports/attention'),
    'invoices of the dashboard': asAdmin('/api/reports/invoices'),
    'top products, years in turn': asAdmin(...[0, 1, 2].map((ago) => `/api/products/getYearlyReports/${year - ago}`)),
    'top customers, years in turn': asAdmin(...[0, 1, 2].map((ago) => `/api/reports/customers/${year - ago}`)),
    'product report, another each time': asAdmin(
      ...ndcs.slice(0, 5_000).map((ndc) => `/api/products/getReports/${ndc}`),
    ),
    'admin orders without a filter, pages in turn': asAdmin(
      ...[1, 2, 3].map((page) => `/api/orders/localSAPOrders/all?page=${page}`),
    ),
    'totals of all invoices': asAdmin('/api/users/InvoiceTotals'),
  }).map(([name, calls]) => ({ name, calls }))
}

/** A page of the ERP feed: half of it are changed orders that the portal has, half are new. */
const pageFromErp = async ({ pool }: Database, known: DatabaseSample): Promise<ErpOrder[]> => {
  const { rows } = await pool.query<{ id: string; object: string; reference: string; account: string; net: string }>(
    `select erp_id as id, erp_object_id as object, erp_reference as reference, bill_to_party_id as account, erp_net_amount as net
     from sales_order where erp_state = 'linked' and not is_cancelled and deleted_at is null and created_at > now() - make_interval(days => $2)
     order by created_at limit $1`,
    [pageOfErp / 2, 10 + Math.floor(Math.random() * 300)],
  )
  const common = {
    isReleased: true,
    isCancelled: false,
    purchaseOrder: 'BENCH',
    shippingMethod: null,
    trackingCode: null,
  }
  const now = new Date()
  const changed = rows.map(({ id, object, reference, account, net }) => ({
    ...common,
    id,
    objectId: object,
    reference,
    accountId: account,
    billToPartyId: account,
    status: '2',
    netAmount: Number(net),
    lines: [],
    createdAt: null,
    changedAt: now,
  }))
  const fresh = Array.from({ length: pageOfErp / 2 }, (_, at): ErpOrder => {
    const account = known.customers[at]?.accountId ?? ''
    return {
      ...common,
      id: String(800_000_000 + Math.floor(Math.random() * 1e8)),
      objectId: randomUUID().replaceAll('-', '').toUpperCase(),
      reference: '',
      accountId: account,
      billToPartyId: account,
      status: '1',
      netAmount: 50,
      lines: known.ndcs.slice(at * 5, at * 5 + 5).map((productId) => ({
        productId,
        description: 'Bench',
        quantity: 1,
        unit: 'EA',
        netAmount: 10,
        isCancelled: false,
      })),
      createdAt: now,
      changedAt: now,
    }
  })
  return [...changed, ...fresh]
}

/** Database CPU microseconds per order of a page. */
const syncOnce = async ({ database, known, portal }: Side): Promise<number> => {
  const config = readConfig({ DEMO: '0', DATABASE_URL: 'postgres:///x' })
  const pages: ErpOrder[][] = []
  for (let page = 0; page < 4; page++) pages.push(await pageFromErp(database, known))
  const before = cpuOf(portal.postmaster)
  for (const page of pages) await transaction(database.db, (tx) => storeOrders(tx, page, { config, countOrders }))
  return (cpuOf(portal.postmaster) - before) / pages.flat().length
}

const report = (name: string, small: readonly number[], large: readonly number[]) => {
  const ratios = large.map((cpu, turn) => cpu / (small[turn] ?? cpu))
  console.log(
    `| ${[name, Math.round(median(small)), Math.round(median(large)), median(ratios).toFixed(2)].join(' | ')} |`,
  )
}

const inTurns = async (act: (side: Side) => Promise<number>, times = turns): Promise<[number[], number[]]> => {
  for (const side of sides) await act(side)
  const all: [number[], number[]] = [[], []]
  for (let turn = 0; turn < times; turn++) for (const [at, side] of sides.entries()) all[at]?.push(await act(side))
  return all
}

const sides: Side[] = []
try {
  for (const folder of [smallFolder, largeFolder]) sides.push(await openSide(folder))
  for (const { database } of sides) await awaitIdlePortal(database.pool)
  console.log('| what | CPU µs, small | CPU µs, large | ratio |\n|---|---|---|---|')
  for (const { name } of sides[0]?.cases ?? []) {
    if (!name.includes(only)) continue
    const [small, large] = await inTurns(async ({ portal, cases }) => {
      const calls = cases.find((one) => one.name === name)?.calls ?? (() => null)
      const row = await measure(name, portal, calls, { connections: 1, seconds: secondsEachTurn })
      if (row.failures > 0) throw new Error(`${name}: ${row.failure}`)
      return cpuOfRow(row)
    })
    report(name, small, large)
  }
  if ('reading orders from the ERP'.includes(only))
    report('reading orders from the ERP, each, database alone', ...(await inTurns(syncOnce)))
  if ('placing an order'.includes(only)) {
    const placed = await inTurns(async ({ database, ...side }) => {
      const load = { connections: 1, products: side.known.productIds.length }
      const row = (await measureOrders({ ...side, pool: database.pool, seconds: placingSeconds }, load)).at(-1)
      if (!row || row.failures > 0) throw new Error(row?.failure)
      return cpuOfRow(row)
    }, 3)
    report('placing an order of 5 lines', ...placed)
  }
} finally {
  for (const close of closings.toReversed()) await close()
}
