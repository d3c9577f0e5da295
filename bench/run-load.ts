import { connect } from '#platform/db/connect.ts'
import { awaitIdlePortal } from './await-idle.ts'
import { crowded, names } from './case-names.ts'
import { portalRole } from '#platform/db/grant-access.ts'
import { fullDatabase, postmasterOf, smallDatabase, startBenchCluster, urlOf } from './fill-database.ts'
import { sampleCatalog, sampleDatabase } from './sample-database.ts'
import { anonymousCases, type Case, contractCases, quickOrderCases, signedInCases, writingCases } from './make-calls.ts'
import type { BuyerQuestion } from './make-questions.ts'
import { inTurn, type Load, measure, measureBeside, type Measured, type Target } from './measure.ts'
import { measureAttack } from './measure-attack.ts'
import { measureOrders } from './measure-orders.ts'
import { measureSearches } from './measure-searches.ts'
import { memoryOf } from './read-usage.ts'
import type { Results } from './results.ts'
import { measuredSettings, type Server, startServer } from './start-server.ts'

interface Plan {
  folder: string
  secondsPerCase: number
  questions: readonly BuyerQuestion[]
}

type Loaded = Pick<Results, 'rows' | 'small' | 'searches' | 'memory'> & { postgres: string }

const grown: readonly string[] = [names.listingFresh, names.ndc, names.productFresh]

/** Starts the portal and its floors on the filled databases and runs the load cases one after the other. */
export const runLoad = async ({ folder, secondsPerCase: seconds, questions }: Plan): Promise<Loaded> => {
  const closings: (() => Promise<unknown>)[] = []
  try {
    const cluster = await startBenchCluster(folder)
    closings.push(cluster.stop)
    const postmaster = await postmasterOf(folder)
    const start = async (file: string, environment: Record<string, string>, ...parameters: string[]) => {
      const server = await startServer(file, environment, ...parameters)
      closings.push(server.stop)
      return targetOf(server, postmaster)
    }
    const DATABASE_URL = urlOf(cluster, fullDatabase)
    const { pool, close } = connect({ connectionString: DATABASE_URL, statement_timeout: 0 }, 2, 0)
    closings.push(close)
    const smallPlace = connect({ connectionString: urlOf(cluster, smallDatabase) }, 2)
    closings.push(smallPlace.close)

    const portal = await start('dist/server/main.js', {
      ...measuredSettings,
      DATABASE_URL: urlOf(cluster, fullDatabase, portalRole),
    })
    await awaitIdlePortal(pool)
    const started = memoryNow(portal)
    const small = await start('dist/server/main.js', {
      ...measuredSettings,
      DATABASE_URL: urlOf(cluster, smallDatabase, portalRole),
    })
    const floors = {
      query: await start('bench/floor.ts', { DATABASE_URL }, 'query'),
      order: await start('bench/floor.ts', { DATABASE_URL }, 'order'),
      bare: await start('bench/floor.ts', { DATABASE_URL }, 'bare-order'),
    }

    const known = await sampleDatabase(pool)
    // Otherwise autovacuum would run during the load.
    await pool.query('vacuum (analyze)')
    const [anonymous, signedIn, writing] = [anonymousCases(known), signedInCases(known), writingCases(known)]
    const quick = quickOrderCases(known)
    const { contracted, plain } = contractCases(known)
    const ofPortal = (one: Case) => ({ ...one, target: portal })
    const cases = [...anonymous, ...signedIn, ...quick, ...writing]
    const smallCases = anonymousCases(await sampleCatalog(smallPlace.pool)).filter(({ name }) => grown.includes(name))

    console.log('\nWarming up')
    await measure('warm-up', floors.query, inTurn('/'), { connections: 16, seconds })
    await warmUp(portal, [...anonymous, ...writing], seconds / 4)
    await warmUp(portal, [...signedIn, ...quick, contracted, plain], seconds)
    await warmUp(small, smallCases, seconds / 4)

    const besideFloor = ({ name, calls }: Case, load: Load) => {
      const floor = { name: names.queryFloor, target: floors.query, calls: inTurn('/') }
      return measureBeside(name, { target: portal, calls, floor }, load)
    }
    const besideWhole = ({ name, calls }: Case, load: Load) => {
      const floor = { name, target: portal, calls: cases.find((whole) => whole.name === name)?.calls ?? calls }
      return measureBeside(name, { target: small, calls, floor }, load)
    }
    const rows: Measured[] = []
    const smallRows: Measured[] = []
    for (const connections of [1, 16]) {
      const load = { connections, seconds }
      await measure('warm-up', floors.query, inTurn('/'), { ...load, seconds: seconds / 6 })
      rows.push(report(await measure(names.queryFloor, floors.query, inTurn('/'), load)))
      for (const one of cases) rows.push(report(await besideFloor(one, load)))
      rows.push(report(await measureBeside(contracted.name, { ...ofPortal(contracted), floor: ofPortal(plain) }, load)))
      for (const one of smallCases) smallRows.push(report(await besideWhole(one, load), ' (small catalogue)'))
    }
    const placing = { known, pool, portal, floors, seconds }
    const everything = { products: known.productIds.length }
    for (const connections of [1, 16])
      for (const row of await measureOrders(placing, { connections, ...everything })) rows.push(report(row))
    for (const row of await measureOrders(placing, { connections: 64, products: 200, named: crowded }))
      rows.push(report(row))

    const guarded = await start('dist/server/main.js', {
      ...measuredSettings,
      RATE_LIMITS: '1',
      TRUST_PROXY: '1',
      DATABASE_URL: urlOf(cluster, fullDatabase, portalRole),
    })
    const calls = signedIn.find(({ name }) => name === names.contractPrices)?.calls ?? inTurn('/')
    for (const row of await measureAttack({ known, pool, portal: guarded, calls, seconds: 2 * seconds }))
      rows.push(report(row))

    const searches = await measureSearches(portal, floors.query, questions)
    const loaded = memoryNow(portal)
    const { rows: versions } = await pool.query<{ server_version: string }>('show server_version')
    return {
      rows,
      small: smallRows,
      searches,
      memory: { started, loaded },
      postgres: versions[0]?.server_version ?? '',
    }
  } finally {
    for (const close of closings.toReversed()) await close()
  }
}

const targetOf = ({ url, pid }: Server, postmaster: number): Target => ({ url, pid, postmaster })

/** Warms up the JIT compiler and the database cache before measuring. */
const warmUp = async (target: Target, cases: readonly Case[], seconds: number): Promise<void> => {
  for (const { calls } of cases) await measure('warm-up', target, calls, { connections: 16, seconds })
}

const memoryNow = ({ pid, postmaster }: Target) => ({
  server: memoryOf(pid),
  database: memoryOf(postmaster),
})

const report = (row: Measured, where = ''): Measured => {
  const { name, connections, perSecond, p50, p95, serverMicros, databaseMicros, failures, failure } = row
  const figures = `${String(connections).padStart(2)} × ${name}${where}`.padEnd(72)
  console.log(
    `${figures} ${String(perSecond).padStart(6)}/s  p50 ${p50.toFixed(2)}  p95 ${p95.toFixed(2)}  ` +
      `CPU ${Math.round(serverMicros)} + ${Math.round(databaseMicros)}${failures > 0 ? `  ${failures} failures: ${failure}` : ''}`,
  )
  return row
}
