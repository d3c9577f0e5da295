import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { addRole } from '#platform/db/add-role.ts'
import { connect } from '#platform/db/connect.ts'
import { superuser } from '#platform/embedded-postgres/cluster.ts'
import { type EmbeddedDatabase, startEmbedded } from '#platform/embedded-postgres/embedded.ts'
import { portalRole } from '#platform/db/grant-access.ts'
import { migrate } from '#platform/db/migrate.ts'
import { fillCatalog } from './fill-catalog.ts'
import { fillTrade } from './fill-trade.ts'

export interface Sizes {
  /** An upper limit, if the file has more. */
  products: number
  orders: number
  invoices: number
  customers: number
  pricesPerCustomer: number
}

interface Filled {
  sizes: Sizes
  products: number
  seconds: number
}

/** The name under which the portal looks for its database in the folder. */
export const fullDatabase = 'apotheca'

const note = (folder: string) => join(folder, 'filled.json')
const postmasterFile = (folder: string) => join(clusterIn(folder), 'data/postmaster.pid')
const clusterIn = (folder: string) => join(folder, 'postgres')

/** Starts the folder's PostgreSQL with full durability. */
export const startBenchCluster = (folder: string): Promise<EmbeddedDatabase> => startEmbedded(clusterIn(folder))

export const postmasterOf = async (folder: string): Promise<number> =>
  Number((await readFile(postmasterFile(folder), 'utf8')).split('\n')[0])

/** Stops the cluster of an interrupted run, which did not shut it down. */
export const stopCluster = async (folder: string): Promise<void> => {
  const postmaster = await postmasterOf(folder).catch(() => 0)
  if (postmaster > 0) process.kill(postmaster, 'SIGINT')
  // PostgreSQL removes the file when it exits.
  for (let tries = 0; tries < 100 && existsSync(postmasterFile(folder)); tries++) await pause(100)
}

export const urlOf = (
  { connection: { host, port } }: EmbeddedDatabase,
  database: string,
  user: string = superuser,
): string => `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`

/** Fills the database of the folder, unless an earlier run with the same sizes has filled them. */
export const fillDatabase = async (
  folder: string,
  csvPath: string,
  sizes: Sizes,
): Promise<Filled & { isKept: boolean }> => {
  await mkdir(folder, { recursive: true })
  // As root the database runs as nobody, which needs to traverse the folder.
  await chmod(folder, 0o711)
  if (existsSync(note(folder))) {
    const filled = JSON.parse(await readFile(note(folder), 'utf8')) as Filled
    if (JSON.stringify(filled.sizes) !== JSON.stringify(sizes))
      throw new Error(`${folder} has a database with other sizes. Use another folder, or delete it.`)
    return { ...filled, isKept: true }
  }
  if (existsSync(clusterIn(folder))) throw new Error(`${folder} has a partly filled database. Delete it first.`)
  const began = performance.now()
  const cluster = await startEmbedded(clusterIn(folder), { durable: false })
  let products = 0
  try {
    await fillOne(cluster, fullDatabase, async ({ db, pool }) => {
      const start = performance.now()
      products = await fillCatalog(db, resolve(csvPath), sizes.products)
      console.log(`${products} products filled in ${((performance.now() - start) / 1_000).toFixed(1)} s`)
      await fillTrade(pool, sizes)
    })
  } finally {
    await cluster.stop()
  }
  const filled: Filled = { sizes, products, seconds: Math.round((performance.now() - began) / 1_000) }
  await writeFile(note(folder), JSON.stringify(filled))
  return { ...filled, isKept: false }
}

/** Creates a database in the cluster, with the tables and roles of the portal, and fills it. */
export const fillOne = async (
  { connection }: EmbeddedDatabase,
  name: string,
  fill: (database: ReturnType<typeof connect>) => Promise<unknown>,
): Promise<void> => {
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await addRole(admin, { user: portalRole })
  await admin.end()
  const database = connect({ ...connection, database: name, statement_timeout: 0 }, 4, 0)
  await migrate(database.pool, portalRole)
  await fill(database)
  await database.pool.query('vacuum analyze')
  await database.pool.query('checkpoint')
  await database.close()
}
