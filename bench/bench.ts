import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { connect } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { type Measured, measure, type Target } from './measure.ts'

const root = resolve(import.meta.dirname, '..')
const [csvPath] = process.argv.slice(2)
if (!csvPath) {
  console.error('Usage: npm run bench -- PATH/TO/packages.csv.gz')
  process.exit(2)
}

const cases: Record<string, string[]> = {
  'listing, page 1': ['/api/products/search'],
  'listing, deep page': ['/api/products/search?page=400'],
  'category and price': ['/api/products/search?category=Cardiovascular&order=lowest&price=5-50'],
  refrigerated: ['/api/products/search?cold=true'],
  'search, common word': ['/api/products/search?query=tablet', '/api/products/search?query=sodium'],
  'search, two words': ['/api/products/search?query=lisinopril%2010', '/api/products/search?query=acetaminophen%20500'],
  'search, rare word': ['/api/products/search?query=everolimus', '/api/products/search?query=zepbound'],
  'search, NDC': ['/api/products/search?query=00002-4462-30', '/api/products/search?query=0002446230'],
  'search, typing error': ['/api/products/search?query=lisinoprl', '/api/products/search?query=amoxicilin'],
  'product page': ['/api/products/slug/00002-4462-30', '/api/products/slug/00002-0152-01'],
  categories: ['/api/products/categories'],
}

/** Starts a command and waits for the line that names its address. */
const startServer = async (
  file: string,
  environment: Record<string, string>,
): Promise<Pick<Target, 'url' | 'pid'> & { child: ChildProcess }> => {
  const child = spawn(process.execPath, [file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /ready at (http:\S+)/.exec(line)?.[1]
    if (url) return { url, pid: child.pid ?? 0, child }
  }
  throw new Error(`${file} ended before it was ready.`)
}

const stop = (child: ChildProcess) =>
  new Promise((done) => {
    child.once('exit', done)
    child.kill('SIGTERM')
  })

const folder = await mkdtemp(join(tmpdir(), 'apotheca-bench-'))
await chmod(folder, 0o711)
const postgres = await startEmbedded(folder)
try {
  const database = connect({ ...postgres.connection, database: 'postgres' }, 4)
  await migrate(database.pool)
  const began = performance.now()
  const count = await fillCatalogue(database.db, csvPath)
  await database.pool.query('analyze')
  console.log(`${count} products loaded in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  await database.close()

  const DATABASE_URL = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(postgres.connection.host)}&port=${postgres.connection.port}`
  const floor = await startServer('bench/floor.ts', { DATABASE_URL })
  const portal = await startServer('src/server/main.ts', {
    DATABASE_URL,
    DEMO: '0',
    PORT: '0',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'error',
  })
  const postmaster = Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0])
  const [floorTarget, portalTarget] = [
    { ...floor, postmaster },
    { ...portal, postmaster },
  ]
  const seconds = 3
  for (const connections of [1, 16]) {
    await measure('warm-up', floorTarget, ['/'], { connections, seconds: 1 })
    const rows: Measured[] = [await measure('floor: one query', floorTarget, ['/'], { connections, seconds })]
    for (const [name, paths] of Object.entries(cases)) {
      await measure('warm-up', portalTarget, paths, { connections, seconds: 0.5 })
      rows.push(await measure(name, portalTarget, paths, { connections, seconds }))
    }
    print(rows)
  }
  await stop(floor.child)
  await stop(portal.child)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

function print(rows: readonly Measured[]): void {
  const [floor] = rows
  const floorCpu = floor ? floor.serverMicros + floor.databaseMicros : 1
  console.log(
    `\n| ${rows[0]?.connections} connection(s) | requests/s | p50 ms | p95 ms | p99 ms | CPU us server + database | CPU to floor | p95 to floor | failures |`,
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  for (const row of rows) {
    const cpu = row.serverMicros + row.databaseMicros
    const figures = [
      row.perSecond,
      row.p50.toFixed(2),
      row.p95.toFixed(2),
      row.p99.toFixed(2),
      `${row.serverMicros} + ${row.databaseMicros}`,
    ]
    console.log(
      `| ${[row.name, ...figures, (cpu / floorCpu).toFixed(2), (row.p95 / (floor?.p95 ?? 1)).toFixed(2), row.failures].join(' | ')} |`,
    )
  }
}
