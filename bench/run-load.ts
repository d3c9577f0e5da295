import { connect } from '#platform/db/connect.ts'
import { awaitIdlePortal } from './await-idle.ts'
import { names } from './case-names.ts'
import { portalRole } from '#platform/db/grant-access.ts'
import { fullDatabase, postmasterOf, startBenchCluster, urlOf } from './fill-database.ts'
import { sampleDatabase } from './sample-database.ts'
import { anonymousCases, type Case, signedInCases } from './make-calls.ts'
import { inTurn, type Load, measure, measureBeside, type Measured, type Target } from './measure.ts'
import { measureOrders } from './measure-orders.ts'
import { measureSearches } from './measure-searches.ts'
import type { Measurements } from './results.ts'
import { measuredSettings, type Server, startServer } from './start-server.ts'

interface Plan {
  folder: string
  secondsPerCase: number
  /** Search queries. */
  questions: readonly string[]
}

type Loaded = NonNullable<Measurements['load']> & { postgres: string }

/** Starts the portal and its floors on the filled database and runs the load cases one after the other. */
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

    const portal = await start('dist/server/main.js', {
      ...measuredSettings,
      DATABASE_URL: urlOf(cluster, fullDatabase, portalRole),
    })
    await awaitIdlePortal(pool)
    const floors = {
      query: await start('bench/floor.ts', { DATABASE_URL }, 'query'),
      order: await start('bench/floor.ts', { DATABASE_URL }, 'order'),
    }

    const known = await sampleDatabase(pool)
    // Otherwise autovacuum would run during the load.
    await pool.query('vacuum (analyze)')
    const signedIn = signedInCases(known)
    const cases = [...anonymousCases(known), ...signedIn]

    console.log('\nWarming up')
    await measure('warm-up', floors.query, inTurn('/'), { connections: 16, seconds })
    for (const { name, calls } of cases) {
      // The database starts with cold caches; first listings must not use up their customers.
      const isLong = signedIn.some((one) => one.name === name) && name !== names.firstListing
      await measure('warm-up', portal, calls, { connections: 16, seconds: isLong ? seconds : seconds / 4 })
    }

    const besideFloor = ({ name, calls }: Case, load: Load) => {
      const floor = { name: names.queryFloor, target: floors.query, calls: inTurn('/') }
      return measureBeside(name, { target: portal, calls, floor }, load)
    }
    const rows: Measured[] = []
    for (const connections of [1, 16]) {
      const load = { connections, seconds }
      await measure('warm-up', floors.query, inTurn('/'), { ...load, seconds: seconds / 6 })
      rows.push(report(await measure(names.queryFloor, floors.query, inTurn('/'), load)))
      for (const one of cases) rows.push(report(await besideFloor(one, load)))
    }
    for (const connections of [1, 16])
      for (const row of await measureOrders({ known, pool, portal, floor: floors.order, seconds }, connections))
        rows.push(report(row))

    const searches = await measureSearches(portal, floors.query, questions)
    const { rows: versions } = await pool.query<{ server_version: string }>('show server_version')
    return { rows, searches, postgres: versions[0]?.server_version ?? '' }
  } finally {
    for (const close of closings.toReversed()) await close()
  }
}

const targetOf = ({ url, pid }: Server, postmaster: number): Target => ({ url, pid, postmaster })

const report = (row: Measured): Measured => {
  const { name, connections, perSecond, p50, p95, serverMicros, databaseMicros, failures, failure } = row
  const figures = `${String(connections).padStart(2)} × ${name}`.padEnd(72)
  console.log(
    `${figures} ${String(perSecond).padStart(6)}/s  p50 ${p50.toFixed(2)}  p95 ${p95.toFixed(2)}  ` +
      `CPU ${Math.round(serverMicros)} + ${Math.round(databaseMicros)}${failures > 0 ? `  ${failures} failures: ${failure}` : ''}`,
  )
  return row
}
