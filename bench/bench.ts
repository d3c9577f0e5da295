// npm run bench -- PATH/TO/packages.csv.gz [--quick] [--keep FOLDER] [--minutes 10]
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fillDatabases, type Sizes, stopCluster } from './fill-database.ts'
import { checkTargets } from './check-targets.ts'
import { makeQuestions } from './make-questions.ts'
import { measureImports } from './measure-imports.ts'
import { measureInstall } from './measure-install.ts'
import { measureStarts } from './measure-starts.ts'
import { openDemo } from './open-demo.ts'
import type { Results } from './results.ts'
import { installLighthouse, runLighthouse } from './run-lighthouse.ts'
import { runLoad } from './run-load.ts'
import { buildDist, projectRoot, stopServers } from './start-server.ts'
import { makeFolder, removeFolders } from './temporary-folders.ts'
import { weighRoutes } from './weigh-routes.ts'
import { composeReport, writeReport } from './write-report.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    keep: { type: 'string' },
    minutes: { type: 'string', default: '10' },
  },
})
const [csvPath] = positionals
if (!csvPath) {
  console.error('Usage: npm run bench -- PATH/TO/packages.csv.gz [--quick] [--keep FOLDER] [--minutes 10]')
  process.exit(2)
}

const full: Sizes = {
  products: 200_000,
  fewProducts: 2_000,
  orders: 1_000_000,
  invoices: 250_000,
  customers: 5_000,
  pricesPerCustomer: 40,
}
const quick: Sizes = { ...full, products: 2_000, fewProducts: 1_000, orders: 2_000, invoices: 500, customers: 500 }

const began = performance.now()
const notes: string[] = []
/** Time reserved for the last Lighthouse visit, the report and the cleanup, in milliseconds. */
const lastVisit = 20_000
const elapsed = () => (performance.now() - began) / 60_000

/** Runs an optional part; if it fails, the report says so. */
const attempt = async <T>(what: string, act: () => Promise<T>): Promise<T | null> => {
  if (elapsed() > Number(values.minutes)) {
    notes.push(`${what}: left out, the time was over.`)
    return null
  }
  console.log(`\n${what}, ${elapsed().toFixed(1)} minutes after the start`)
  try {
    return await act()
  } catch (error) {
    notes.push(`${what}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
    console.error(error)
    return null
  }
}

const browse = async (): Promise<Pick<Results, 'routes' | 'lighthouse'>> => {
  const demo = await attempt('Demo', openDemo)
  if (!demo) return { routes: null, lighthouse: null }
  try {
    const routes = await attempt('Weight of the routes', () => weighRoutes(demo))
    const lighthouse = await attempt('Lighthouse', async () => {
      await installLighthouse()
      return runLighthouse(demo, { runs: 5, until: began + Number(values.minutes) * 60_000 - lastVisit })
    })
    return { routes, lighthouse }
  } finally {
    await demo.stop()
  }
}

const measureAll = async (folder: string): Promise<Results> => {
  const secondsPerCase = values.quick ? 0.3 : 2
  await buildDist()
  const filled = await fillDatabases(folder, csvPath, values.quick ? quick : full)
  const filling = elapsed()
  console.log(`\nStarts, ${filling.toFixed(1)} minutes after the start`)
  const starts = await measureStarts(folder, values.quick ? 2 : 5)
  console.log(`\nLoad, ${elapsed().toFixed(1)} minutes after the start`)
  const questions = makeQuestions(csvPath, filled.products)
  const { postgres, ...loaded } = await runLoad({ folder, secondsPerCase, questions })
  const isWhole = !values.quick
  const install = isWhole ? await attempt('npm ci', measureInstall) : null
  const imports = isWhole ? await attempt('Import of the whole catalog', () => measureImports(csvPath)) : null
  const browsed = isWhole ? await browse() : { routes: null, lighthouse: null }
  return {
    at: new Date().toISOString().slice(0, 10),
    machine: {
      cpu: cpus()[0]?.model ?? '',
      cores: cpus().length,
      memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
      system: `${type()} ${release().split('-')[0]}`,
      node: process.version,
      postgres,
    },
    sizes: filled.sizes,
    products: filled.products,
    filled: { seconds: filled.seconds, isKept: filled.isKept },
    secondsPerCase,
    ...loaded,
    starts,
    install,
    imports,
    ...browsed,
    notes,
    minutes: elapsed(),
  }
}

const folder = values.keep ?? (await makeFolder('bench'))
let leaving: Promise<void> | null = null
const leave = async () => {
  await stopServers()
  await stopCluster(folder)
  await removeFolders()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    leaving = leave().finally(() => process.exit(1))
  })

try {
  const results = await measureAll(folder)
  const verdicts = checkTargets(results)
  console.log(`\n${composeReport(results, verdicts)}`)
  const place = values.quick ? join(projectRoot, '.cache/bench') : join(projectRoot, 'docs')
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'performance.json'), `${JSON.stringify({ ...results, verdicts }, null, 2)}\n`)
  if (!values.quick) await writeReport(join(place, 'performance.md'), results, verdicts)
  console.log(`Figures: ${join(place, 'performance.json')}`)
} finally {
  await (leaving ?? removeFolders())
}
