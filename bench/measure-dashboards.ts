// Measures dashboard calls against an uncached listing, with all sales compacted and with pending orders, and order
// placement with and without users who keep opening dashboards. Needs a database filled by `npm run bench --
// PATH/TO/packages.csv.gz --keep FOLDER`: node bench/measure-dashboards.ts FOLDER [part of a call's name, which skips
// the orders]
import { setTimeout as pause } from 'node:timers/promises'
import { countOrders } from '#reports/count-orders.ts'
import { refreshHabits } from '../src/reordering/habits/compute-habits.ts'
import { connect, type Database } from '#platform/db/connect.ts'
import { awaitIdlePortal } from './await-idle.ts'
import { names } from './case-names.ts'
import { portalRole } from '#platform/db/grant-access.ts'
import { fullDatabase, postmasterOf, startBenchCluster, urlOf } from './fill-database.ts'
import { type DatabaseSample, sampleDatabase } from './sample-database.ts'
import { anonymousCases, bearerHeaders } from './make-calls.ts'
import { type Calls, cpuOfRow, inTurn, measure, type Target } from './measure.ts'
import { measureOrders } from './measure-orders.ts'
import { measuredSettings, type Server, startServer } from './start-server.ts'

const [folder, only = ''] = process.argv.slice(2)
if (!folder) {
  console.error('Usage: node bench/measure-dashboards.ts FOLDER [part of a name]')
  process.exit(2)
}

const seconds = 3
/** About 2,000 pending rows, and as many orders. */
const pending = [140, 2_000]
const openingsPerSecond = 5

const afterOrder = 'user dashboard, first opening after an order'

const dashboards = ({ admin, customers, ndcs }: DatabaseSample): [name: string, calls: Calls][] => {
  const headers = bearerHeaders(admin)
  const year = new Date().getUTCFullYear()
  const asAdmin = (...paths: string[]) => inTurn(...paths.map((path) => ({ path, headers })))
  return [
    ['summary', asAdmin('/api/orders/summary')],
    ['map', asAdmin('/api/orders/populateMap')],
    ['attention', asAdmin('/api/reports/attention')],
    ['invoices', asAdmin('/api/reports/invoices')],
    ['top products, years in turn', asAdmin(...[0, 1, 2].map((ago) => `/api/products/getYearlyReports/${year - ago}`))],
    ['top customers, this year', asAdmin(`/api/reports/customers/${year}`)],
    ['top customers, years before', asAdmin(...[1, 2, 3].map((ago) => `/api/reports/customers/${year - ago}`))],
    [
      'product report, another each time',
      asAdmin(...ndcs.slice(0, 5_000).map((ndc) => `/api/products/getReports/${ndc}`)),
    ],
    ['user dashboard, another each time', customersOwn(customers)],
  ]
}

const customersOwn = (customers: DatabaseSample['customers']): Calls =>
  inTurn(...customers.map((one) => ({ path: `/api/orders/mysummary/${one.id}`, headers: bearerHeaders(one) })))

/** A table of each call's CPU as a multiple of an uncached listing and of the floor. */
const compare = async (title: string, { known, portal, floor, database }: Measuring): Promise<void> => {
  const listing = anonymousCases(known).find(({ name }) => name === names.listingFresh)
  if (!listing) throw new Error('This case does not exist.')
  const load = { connections: 1, seconds }
  const after = async (name: string, target: Target, calls: Calls) => {
    await measure('warm-up', target, calls, { ...load, seconds: 1 })
    return measure(name, target, calls, load)
  }
  const bare = await after(names.queryFloor, floor, inTurn('/'))
  const budget = await after(names.listingFresh, portal, listing.calls)
  const rows = [bare, budget]
  for (const [name, calls] of dashboards(known)) if (name.includes(only)) rows.push(await after(name, portal, calls))
  if (afterOrder.includes(only)) {
    await database.pool.query('truncate customer_habit')
    rows.push(await after(afterOrder, portal, customersOwn(known.customers)))
  }
  rows.push(await after(`${names.listingFresh} (again)`, portal, listing.calls))
  console.log(`\n| ${title} | CPU µs, server + database | to the listing | to one query | p50 ms | failures |`)
  console.log('|---|---|---|---|---|---|')
  for (const row of rows)
    console.log(
      `| ${[
        row.name,
        `${Math.round(row.serverMicros)} + ${Math.round(row.databaseMicros)}`,
        (cpuOfRow(row) / cpuOfRow(budget)).toFixed(2),
        (cpuOfRow(row) / cpuOfRow(bare)).toFixed(2),
        row.p50.toFixed(2),
        row.failures > 0 ? `${row.failures}: ${row.failure}` : 0,
      ].join(' | ')} |`,
    )
}

interface Measuring {
  known: DatabaseSample
  portal: Target
  floor: Target
  database: Database
}

/** Orders per second by 16 buyers, with and without dashboards being opened. */
const compareOrders = async (placing: Parameters<typeof measureOrders>[0]): Promise<void> => {
  const { known, portal } = placing
  const load = { connections: 16, products: known.productIds.length }
  const calls = dashboards(known)
  const open = async () => {
    for (const [, next] of calls) {
      const { path, headers = {} } = next() ?? { path: '/' }
      await (await fetch(portal.url + path, { headers })).arrayBuffer()
    }
  }
  const round = async (name: string, isOpening: boolean) => {
    const ending = new AbortController()
    let opened = 0
    const opening = (async () => {
      while (isOpening && !ending.signal.aborted) {
        await Promise.all([open(), pause(1_000 / openingsPerSecond)])
        opened++
      }
    })()
    const placed = (await measureOrders(placing, load)).at(-1)
    ending.abort()
    await opening
    if (placed)
      console.log(
        `| ${[name, opened, placed.perSecond, placed.p50.toFixed(1), placed.p95.toFixed(1), Math.round(cpuOfRow(placed)), placed.failures].join(' | ')} |`,
      )
  }
  console.log('\n| orders by 16 buyers | both dashboards opened | orders/s | p50 ms | p95 ms | CPU µs | failures |')
  console.log('|---|---|---|---|---|---|---|')
  for (const name of ['alone', 'alone again']) {
    await round(name, false)
    await round('while dashboards are opened', true)
  }
}

/** Stops background jobs during a measurement, so that pending rows stay pending. */
const holdJobs = async ({ pool }: Database): Promise<void> => {
  for (;;) {
    await pool.query(`update job set run_at = now() + interval '1 hour' where locked_until is null`)
    const { rows } = await pool.query<{ busy: number }>('select count(locked_until)::int as busy from job')
    if (rows[0]?.busy === 0) return
    await pause(200)
  }
}

/** Prepares the state between two orders: every customer's habits are computed, and no jobs run. */
const settle = async (database: Database): Promise<void> => {
  await holdJobs(database)
  await refreshHabits(database.db)
  await awaitIdlePortal(database.pool)
}

const closings: (() => Promise<unknown>)[] = []
try {
  const cluster = await startBenchCluster(folder)
  closings.push(cluster.stop)
  const postmaster = await postmasterOf(folder)
  const DATABASE_URL = urlOf(cluster, fullDatabase)
  const database = connect({ connectionString: DATABASE_URL }, 2)
  closings.push(database.close)
  const start = async (file: string, environment: Record<string, string>, ...parameters: string[]): Promise<Target> => {
    const { url, pid, stop }: Server = await startServer(file, { DATABASE_URL, ...environment }, ...parameters)
    closings.push(stop)
    return { url, pid, postmaster }
  }
  const portal = await start('dist/server/main.js', {
    ...measuredSettings,
    DATABASE_URL: urlOf(cluster, fullDatabase, portalRole),
  })
  const floor = await start('bench/floor.ts', {}, 'query')
  const known = await sampleDatabase(database.pool)
  await database.pool.query('vacuum sales_pending')
  await settle(database)
  await compare('everything compacted', { known, portal, floor, database })

  for (const orders of pending) {
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from sales_order where deleted_at is null order by created_at desc limit ${orders}`,
    )
    for (const { id } of rows) await countOrders(database.db, [id], 1)
    await settle(database)
    await compare(`${orders} orders pending`, { known, portal, floor, database })
    await database.pool.query('delete from sales_pending')
  }
  await database.pool.query(`update job set run_at = now() where kind = 'reports.compact-sales'`)

  if (only === '') {
    const floors = {
      order: await start('bench/floor.ts', {}, 'order'),
      bare: await start('bench/floor.ts', {}, 'bare-order'),
    }
    await compareOrders({ known, pool: database.pool, portal, floors, seconds })
  }
} finally {
  for (const close of closings.toReversed()) await close()
}
