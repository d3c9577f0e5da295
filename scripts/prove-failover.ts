// Kills the primary, a portal and the connection to the database, and fills a disk, while 16 buyers place orders, and
// counts what happened to the orders.
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '#platform/db/connect.ts'
import { freePort } from '#platform/free-port.ts'
import { measuredSettings, type Server, startServer, stopServers } from '../bench/start-server.ts'
import { startSimulator } from '../demo/run-simulator.ts'
import { compareOrders, isWhole } from './failover/compare-orders.ts'
import { fillPortal } from './failover/fill-portal.ts'
import { findPrograms } from './failover/find-programs.ts'
import { placeContinuously, type Tried } from './failover/place-continuously.ts'
import { exhaustLog } from './failover/exhaust-log.ts'
import { startCluster } from './failover/start-cluster.ts'

const { values: given } = parseArgs({
  options: {
    runs: { type: 'string', default: '1' },
    programs: { type: 'string', default: '' },
    pooler: { type: 'boolean', default: false },
  },
})
const programs = findPrograms(given.programs, given.pooler)
if (Array.isArray(programs)) {
  process.stderr.write(
    `Failover cannot be proven without Debian's ${programs.join(', ')}: apt-get install ${programs.join(' ')}, or unpack them and name the folder: --programs FOLDER.\n`,
  )
  process.exit(1)
}

const calmMilliseconds = 5_000
const cutMilliseconds = 10_000
const say = (words: string) => process.stdout.write(`${words}\n`)

const place = await mkdtemp(join(tmpdir(), 'apotheca-failover-'))
const portals = [await freePort(), await freePort()]
const cluster = await startCluster(programs, place, portals)
const where = { host: '127.0.0.1', port: cluster.database, user: 'postgres', database: 'postgres' }

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    cluster.stop()
    void stopServers().finally(() => process.exit(1))
  })

const control = await freePort()
const startErp = () => {
  Object.assign(process.env, { ERP_SIMULATOR_CONTROL_PORT: String(control), ERP_SIMULATOR_TICK_SECONDS: '0' })
  return startSimulator(join(place, 'erp'))
}

/** The longest time without an acknowledged order of any buyer, from one event to the next. */
const pauseAfter = (tried: readonly Tried[], at: number, next: number): string => {
  const times = tried.filter(({ isAcknowledged }) => isAcknowledged).map((one) => one.at)
  const after = times.filter((time) => time > at && time < next).toSorted((one, other) => one - other)
  const gaps = [at, ...after].map((time, index, all) => (all[index + 1] ?? time) - time)
  return `${(Math.max(0, ...gaps) / 1_000).toFixed(1)} s`
}

let erp: Awaited<ReturnType<typeof startErp>> | null = null
try {
  await cluster.primary()
  await cluster.untilWhole()
  mkdirSync(join(place, 'erp'))
  const { buyers, products } = await fillPortal(where, join(place, 'erp'))
  erp = await startErp()
  const settingsOfErp = { ERP_URL: erp.url, ERP_USER: erp.user, ERP_PASSWORD: erp.password }
  const start = (port: number): Promise<Server> =>
    startServer('src/portal/main.ts', {
      ...measuredSettings,
      // The outages of this test would fill the log.
      LOG_LEVEL: 'fatal',
      PORT: String(port),
      DATABASE_URL: `postgres://postgres@127.0.0.1:${given.pooler ? cluster.pooler : cluster.database}/postgres`,
      DATA_DIR: join(place, `portal-${port}`),
      ...settingsOfErp,
      ERP_PRICES: 'portal',
      ERP_SETTLE_SECONDS: '120',
    })
  const running: Server[] = []
  for (const port of portals) running.push(await start(port))
  const { pool, close } = connect(where, 4, 0)
  // A pooler drops the statement timeout that the portal requests when it connects.
  if (given.pooler) await pool.query(`alter role postgres set statement_timeout = '15s'`)
  say(
    `${buyers.length} buyers, ${products.length} products, two portals, three PostgreSQL${given.pooler ? ' behind PgBouncer' : ''}`,
  )

  let wholeRuns = 0
  const runs = Number(given.runs)
  for (let run = 1; run <= runs; run++) {
    const ordering = placeContinuously({ entrance: cluster.entrance, pool, buyers, products })
    const during: Record<string, number> = {}
    const strike = async (what: string, act: () => void, mend: () => Promise<void> | void = () => {}) => {
      await pause(calmMilliseconds)
      during[what] = Date.now()
      act()
      await mend()
      await ordering.untilAcknowledged(Date.now())
    }
    const first = await cluster.primary()
    // Orders in transit when the primary died may still be acknowledged.
    const untilFollowed = async () => void (await cluster.primary())
    await strike('the primary was killed', () => cluster.kill(first), untilFollowed)
    await strike('a portal was killed', () => process.kill(running[0]?.pid ?? 0, 'SIGKILL'))
    const second = await cluster.primary()
    await strike('the way to the database was cut for 10 s', second.way.cut, async () => {
      await pause(cutMilliseconds)
      second.way.mend()
    })
    cluster.restart(first)
    running[0] = await start(portals[0] ?? 0)
    await cluster.untilWhole()
    const third = await cluster.primary()
    const { disk } = third
    if (disk) {
      await strike("the primary's disk was full for 10 s", disk.fill, async () => {
        await pause(cutMilliseconds)
        disk.empty()
      })
      await strike("the primary's log found no room", disk.fill, async () => {
        await exhaustLog(pool, async () => !(await cluster.isPrimary(third)))
        await cluster.primary(third)
      })
      disk.empty()
    } else if (run === 1) say('No disk is filled: mounting one takes root.')
    await pause(calmMilliseconds)
    await ordering.end()
    const compared = await compareOrders(pool, `http://127.0.0.1:${control}`, ordering.tried)
    say(
      `run ${run}: ${Object.entries(compared)
        .map(([what, count]) => `${what} ${count}`)
        .join(', ')}`,
    )
    const events = Object.entries(during)
    for (const [index, [what, at]] of events.entries())
      say(`  ${what}: no order for ${pauseAfter(ordering.tried, at, events[index + 1]?.[1] ?? Infinity)}`)
    for (const message of new Set(ordering.tried.map((one) => one.message).filter(Boolean))) say(`  told: ${message}`)
    if (isWhole(compared)) wholeRuns++
    if (run < runs) await cluster.untilWhole()
  }
  say(`${wholeRuns} of ${runs} runs without an order lost or doubled`)
  process.exitCode = wholeRuns === runs ? 0 : 1
  await close()
} finally {
  await stopServers()
  await erp?.stop()
  cluster.stop()
  await rm(place, { recursive: true, force: true, maxRetries: 5 })
}
process.exit()
