import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { findTrailKey, keyIsMissing } from '#audit/trail-keys.ts'
import { brandChannel } from '#branding/sync-brand.ts'
import { hasDemoAccounts } from '#customers/remove-demo-accounts.ts'
import type { Erp } from '#erp/gateway/erp.ts'
import { type Config, readConfig, refuseUnnamedDatabase } from '#platform/config.ts'
import { excessRightsOf } from '#platform/db/check-role.ts'
import type { Database } from '#platform/db/connect.ts'
import { explainRefusal } from '#platform/db/explain-refusal.ts'
import { listen } from '#platform/db/listen.ts'
import { migrate, UnfitDatabase } from '#platform/db/migrate.ts'
import { openDatabase, openLater } from '#platform/db/open-database.ts'
import type { Db } from '#platform/db/tables.ts'
import { jobChannel } from '#platform/jobs/queue.ts'
import type { AroundJob } from '#platform/jobs/worker.ts'
import { BadSetting } from '#platform/read-setting.ts'
import { saveTimeZone } from '#reports/save-time-zone.ts'
import type { Feature, Portal } from './app.ts'
import type { Watch } from './watch-issues.ts'

type Closing = () => unknown

/** Collects cleanup functions and runs them in reverse order. */
const makeClosings = () => {
  const closings: Closing[] = []
  return {
    add: (closing: Closing) => void closings.push(closing),
    closeAll: async () => {
      for (let close = closings.pop(); close; close = closings.pop()) await close()
    },
  }
}

type Closings = ReturnType<typeof makeClosings>

const start = async (given: Config, closings: Closings): Promise<string> => {
  const settings = {
    ...given,
    PUBLIC_URL: given.PUBLIC_URL || addressOf(given, given.PORT),
    TRAIL_KEY: await findTrailKey(given),
  }
  const { promise: underway, resolve: beUnderway } = Promise.withResolvers<void>()
  const opening = openDatabase(settings, beUnderway)
  // Loading and building need no answer from the database, so they overlap with its start, but only once it is under
  // way, because they would compete with it for the CPU.
  let isBuilding = false
  const building = underway.then(async () => {
    isBuilding = !settings.DEMO
    return isBuilding ? build(settings, opening, openLater(opening)) : null
  })
  building.catch(() => {})
  closings.add(async () => isBuilding && closeBuilt(await building.catch(() => null)))
  const database = await opening
  closings.add(database.close)
  await migrate(database.owner, database.grantee)
  await saveTimeZone(database.db, settings.BUSINESS_TIME_ZONE)
  const weakness = await excessRightsOf(database.db)
  if (weakness && settings.REFUSE_OWNER) throw new UnfitDatabase(weakness)

  if (!settings.DEMO && (await hasDemoAccounts(database.db)))
    throw new UnfitDatabase(
      'This database has demo accounts, whose password is public: run `npm run portal -- remove-demo-accounts`, and start again.',
    )
  const config = settings.DEMO ? await startDemo(settings, database.db, closings) : settings
  const built = await building
  const portal = built ?? (await build(config, opening, database.db))
  if (!built) closings.add(() => closeBuilt(portal))
  if (weakness) portal.http.log.warn(weakness)
  if (!settings.TRAIL_KEY) portal.http.log.warn(keyIsMissing)
  const work = readyToWork(portal, database, closings)
  const address = await serve(portal, config, closings)
  work()
  return address
}

/** Loads most of the portal's code. */
const load = () => Promise.all([import('./app.ts'), import('#erp/connect-erp.ts')])

type Built = Portal & { erp: Erp; observed: Observation }

const build = async (config: Config, opening: Promise<Database>, db: Db): Promise<Built> => {
  const [{ buildPortal }, { connectErp }] = await load()
  const erp = connectErp(config)
  const pool = opening.then((database) => database.pool)
  pool.catch(() => {})
  const observed = await observePortal(config, pool)
  const backups = config.BACKUP_TO ? [(await import('./schedule-backups.ts')).scheduleBackups(pool)] : []
  const features = [...(await demoFeatures(config)), ...observed.features, ...backups]
  const portal = await buildPortal({ config, db, erp, features, aroundJob: observed.aroundJob, alsoLog: observed.log })
  observed.measureTroubles(portal.watch.counted)
  return { ...portal, erp, observed }
}

/** Releases what a portal opened before it started to work. */
const closeBuilt = async (portal: Built | null): Promise<void> => {
  await portal?.http.close()
  await portal?.observed.close()
  await portal?.erp.close()
}

/** Registers the shutdown and returns a function that starts the background work. */
const readyToWork = (portal: Portal, { pool }: Database, closings: Closings): (() => void) => {
  const { worker, http, followedBrand, watch } = portal
  // Also runs on reconnect, because notifications may have been missed.
  const readBrand = () =>
    void followedBrand.read().catch((error: unknown) => http.log.warn({ err: error }, 'cannot read the brand'))
  let listener: ReturnType<typeof listen> | null = null
  closings.add(() => listener?.stop())
  closings.add(worker.stop)
  closings.add(watch.stop)
  return () => {
    listener = listen(pool, [
      { name: jobChannel, heard: worker.wake, ready: worker.wake },
      { name: brandChannel, heard: readBrand, ready: readBrand },
    ])
    worker.start()
    watch.start()
  }
}

/** Resolves when the catalog is loaded, so that listings are fast; earlier requests wait. */
const serve = async ({ http, catalogue, drain }: Portal, config: Config, closings: Closings): Promise<string> => {
  closings.add(async () => {
    drain()
    await pause(config.DRAIN_SECONDS * 1_000)
    await http.close()
  })
  await http.listen({ port: config.PORT, host: config.HOST })
  await catalogue.current()
  const { port } = http.server.address() as AddressInfo
  const own = addressOf(config, port)
  return config.PUBLIC_URL === addressOf(config, config.PORT) ? own : `${config.PUBLIC_URL} (listening on ${own})`
}

const addressOf = ({ HOST }: Config, port: number): string =>
  `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`

// Imported only here, so that an installation without the demo never loads its files.
const demoFeatures = async ({ DEMO }: Config): Promise<Feature[]> =>
  DEMO ? [(await import('../../demo/pictures/serve-pictures.ts')).servePictures] : []

const startDemo = async (
  ...given: Parameters<typeof import('../../demo/start-demo.ts').startDemo>
): Promise<Config> => {
  const demo = await import('../../demo/start-demo.ts')
  return demo.startDemo(...given)
}

export interface StartedPortal {
  address: string
  stop(): Promise<void>
}

/** Starts a portal in this process and resolves when it is ready; a failed start is cleaned up. */
export const launchPortal = async (config: Config, closings = makeClosings()): Promise<StartedPortal> => {
  try {
    return { address: await start(config, closings), stop: closings.closeAll }
  } catch (error) {
    await closings.closeAll()
    throw error
  }
}

/** A Ctrl-C this long after the first one forces the exit. */
const repeatedSignalMilliseconds = 2_000

/** The main program: runs a portal until a signal stops it. */
export const runProgram = async (): Promise<void> => {
  const closings = makeClosings()
  let stoppingSince = 0
  const stop = async (code: number, signal = 'SIGTERM') => {
    // A supervisor signals the whole process group, and npm and the start script forward the signal, so repeats don't
    // count.
    const isImpatient = signal === 'SIGINT' && Date.now() - stoppingSince > repeatedSignalMilliseconds
    if (stoppingSince > 0 && isImpatient) process.exit(1)
    if (stoppingSince > 0) return
    stoppingSince = Date.now()
    await closings.closeAll()
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(0, signal))
  try {
    refuseUnnamedDatabase(process.env)
    const { address } = await launchPortal(readConfig(process.env), closings)
    process.stdout.write(`Apotheca is ready at ${address}\n`)
  } catch (error) {
    const said =
      error instanceof BadSetting || error instanceof UnfitDatabase || isPortTaken(error)
        ? error.message
        : error instanceof Error
          ? error.stack
          : String(error)
    const shown = explainRefusal(error) ?? said
    process.stderr.write(`${shown}\n`)
    await stop(1)
  }
}

const isPortTaken = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

interface Observation {
  features: Feature[]
  aroundJob: AroundJob
  measureTroubles(counted: Watch['counted']): void
  /** Receives each log line in addition to standard error. */
  log: ((line: string) => void) | null
  close(): Promise<void>
}

const plainly: AroundJob = (_kind, run) => run()

/** Starts metrics and traces if the settings enable them; otherwise their code is not even loaded. */
const observePortal = async (config: Config, pool: Promise<pg.Pool>): Promise<Observation> => {
  const metrics = config.METRICS_PORT === '' ? null : await startMetrics(config, pool)
  const traces = config.OTEL_EXPORTER_OTLP_ENDPOINT ? await startTraces(config) : null
  const [measure, span] = [metrics?.aroundJob ?? plainly, traces?.aroundJob ?? plainly]
  return {
    features: [...(metrics ? [metrics.measureRequests] : []), ...(traces ? [traces.traceRequests] : [])],
    aroundJob: (kind, run) => measure(kind, () => span(kind, run)),
    measureTroubles: metrics?.measureTroubles ?? (() => {}),
    log: traces && traces.log,
    close: async () => {
      await metrics?.close()
      await traces?.close()
    },
  }
}

const startMetrics = async ({ METRICS_PORT, METRICS_HOST }: Config, pool: Promise<pg.Pool>) => {
  const [{ measurePortal }, { serveMetrics }] = await Promise.all([
    import('./measure-portal.ts'),
    import('./serve-metrics.ts'),
  ])
  const measures = measurePortal(pool)
  const { close } = await serveMetrics(measures.registry, { port: Number(METRICS_PORT), host: METRICS_HOST })
  return { ...measures, close }
}

const startTraces = async (config: Config) => (await import('./trace-portal.ts')).tracePortal(config)
