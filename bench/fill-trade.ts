import pg from 'pg'
import { hashPassword } from '../src/identity/hash-password.ts'
import { relateProducts } from '../src/reordering/habits/relate-products.ts'
import { connect } from '#platform/db/connect.ts'
import * as trade from './trade-statements.ts'

/** Users that can sign in; they share one password. */
export const tradePeople = {
  password: 'correct horse battery',
  admin: 'admin@bench.example',
  rep: 'rep@bench.example',
  customer: (number: number): string => `customer-${number}@bench.example`,
}

interface Task {
  what: string
  text: string
  values?: unknown[]
}

const fewestProducts = 1_000
const loaded = ['order_line', 'sales_order', 'sales_rollup', 'invoice', 'contract_price']
const plans = ['trade_product', 'trade_choice', 'trade_order', 'trade_line', 'trade_bill']

/**
 * Fills a migrated database that has a catalog but no orders with customers, prices, years of orders, invoices, and all
 * derived data. It skips foreign keys and recreates the indexes, so after a failure the database must be discarded.
 */
export const fillTrade = async (pool: pg.Pool, sizes: trade.TradeSizes): Promise<void> => {
  const began = performance.now()
  const { options } = pool
  // A spread does not copy the password.
  const where = { ...options, password: options.password, statement_timeout: 0 }
  const { db, pool: own, close } = connect(where, 3, 0)
  const [one, two] = [await own.connect(), await own.connect()]
  try {
    for (const client of [one, two])
      await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB';
        set maintenance_work_mem = '256MB'; set max_parallel_maintenance_workers = 1`)
    await planTrade(one, sizes)
    const { keysOf, indexesOf } = await dropIndexes(one)
    const loads = work(two, [
      { what: 'orders', text: trade.orderRows(sizes) },
      ...keysOf('sales_order'),
      { what: 'invoices', text: trade.invoiceRows(sizes) },
      ...keysOf('invoice'),
      { what: 'prices', text: trade.prices(sizes) },
      ...keysOf('contract_price'),
      { what: 'favourites', text: trade.favorites },
      { what: 'readings', text: trade.readings },
    ])
    const rest = ['sales_order', 'invoice', 'contract_price'].flatMap(indexesOf)
    const linesAndSums = work(one, [
      { what: 'lines', text: trade.orderLineRows },
      ...keysOf('order_line'),
      ...indexesOf('order_line'),
      { what: 'sums', text: trade.rollups },
      { what: 'sums of products', text: trade.productRollups },
      ...keysOf('sales_rollup'),
      ...indexesOf('sales_rollup'),
    ])
    await Promise.all([
      loads.then(() => work(two, rest)),
      Promise.all([loads, linesAndSums]).then(() => work(one, rest)),
    ])
    await work(one, [
      { what: 'purchases', text: trade.purchases },
      { what: 'days to count', text: trade.recounts },
      { what: 'billed accounts', text: trade.billedAccounts },
    ])
    await one.query(`drop table ${plans.join(', ')}`)
    const tables = [
      ...loaded,
      'business',
      'license',
      'user_account',
      'favourite',
      'product',
      'erp_sync',
      'billed_account',
    ]
    const vacuums = tables.map((table) => ({ what: `vacuum ${table}`, text: `vacuum (analyze) ${table}` }))
    await Promise.all([work(one, vacuums), work(two, vacuums)])
    await timed('related products', () => relateProducts(db))
    await one.query('vacuum (analyze) product_affinity, license_assortment')
  } finally {
    one.release(true)
    two.release(true)
    await close()
  }
  console.log(`${sizes.orders} orders filled in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
}

/** Plans who buys what and when, before any rows are written. */
const planTrade = async (client: pg.PoolClient, sizes: trade.TradeSizes): Promise<void> => {
  const passwordHash = await hashPassword(tradePeople.password)
  await work(client, [
    { what: 'accounts', text: trade.accountRows(sizes), values: [passwordHash] },
    { what: 'assortment', text: trade.assortment },
  ])
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from trade_product')
  if ((rows[0]?.count ?? 0) < fewestProducts) throw new Error(`The catalog has fewer than ${fewestProducts} products.`)
  await work(client, [
    { what: 'choices', text: trade.choices(sizes) },
    { what: 'order plans', text: trade.orderPlans(sizes) },
    { what: 'statistics', text: 'analyze trade_product, trade_choice, trade_order' },
    { what: 'line plans', text: trade.linePlans },
    { what: 'statistics', text: 'analyze trade_line' },
    { what: 'bills', text: trade.bills },
    { what: 'statistics', text: 'analyze trade_bill' },
  ])
}

/** Takes tasks until none is left; two connections may share a list. */
const work = async (client: pg.PoolClient, tasks: Task[]): Promise<void> => {
  for (let task = tasks.shift(); task; task = tasks.shift()) {
    const { what, text, values } = task
    await timed(what, () => client.query(text, values))
  }
}

const timed = async (what: string, act: () => Promise<unknown>): Promise<void> => {
  const start = performance.now()
  await act()
  console.log(`${((performance.now() - start) / 1_000).toFixed(1).padStart(6)} s  ${what}`)
}

interface Index {
  table: string
  name: string
  isKey: boolean
  drop: string
  make: string
}

/** Drops indexes that slow down each insert, except keys with references; returns the statements that restore them. */
const dropIndexes = async (client: pg.PoolClient) => {
  const { rows } = await client.query<Index>(
    `select heap.relname as table, index.relname as name, conname is not null as "isKey",
      case when conname is null then format('drop index %I', index.relname)
        else format('alter table %I drop constraint %I', heap.relname, conname) end as drop,
      case when conname is null then pg_get_indexdef(index.oid)
        else format('alter table %I add constraint %I %s', heap.relname, conname, pg_get_constraintdef(held.oid)) end as make
    from pg_index
    join pg_class heap on heap.oid = indrelid
    join pg_class index on index.oid = indexrelid
    left join pg_constraint held on held.conindid = index.oid and held.conrelid = heap.oid and held.contype in ('p', 'u')
    where heap.relname = any($1) and heap.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint other where other.conindid = index.oid and other.contype = 'f')
    order by index.relname like '%like' desc, index.relname`,
    [loaded],
  )
  for (const { drop } of rows) await client.query(drop)
  const tasksOf = (wanted: (index: Index) => boolean): Task[] =>
    rows.filter(wanted).map(({ name, make }) => ({ what: name, text: make }))
  return {
    keysOf: (table: string) => tasksOf((index) => index.table === table && index.isKey),
    indexesOf: (table: string) => tasksOf((index) => index.table === table && !index.isKey),
  }
}
