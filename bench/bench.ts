// npm run bench -- [PATH/TO/packages.csv.gz] [--only PART] [--quick] [--keep FOLDER] [--minutes 10]
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countPlacement } from './count-placement.ts'
import { fillDatabase, type Sizes, stopCluster } from './fill-database.ts'
import { makeQuestions } from './make-questions.ts'
import { measureImports } from './measure-imports.ts'
import { measureMonitoring } from './measure-monitoring.ts'
import { openDemo } from './open-demo.ts'
import type { Measurements, Results } from './results.ts'
import { installLighthouse, runLighthouse } from './run-lighthouse.ts'
import { runLoad } from './run-load.ts'
import { buildDist, projectRoot, stopServers } from './start-server.ts'
import { readFigures } from './targets.ts'
import { makeFolder, removeFolders } from './temporary-folders.ts'
import { composeReport, writeReport } from './write-report.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    keep: { type: 'string' },
    minutes: { type: 'string', default: '10' },
  },
})
const [csvPath = ''] = positionals
const parts = ['placement', 'monitoring', 'load', 'imports', 'browser']
const needsFile = values.only === undefined || ['load', 'imports'].includes(values.only)
if ((needsFile && !csvPath) || (values.only && !parts.includes(values.only))) {
  console.error(
    `Usage: npm run bench -- PATH/TO/packages.csv.gz [--only ${parts.join('|')}] [--quick] [--keep FOLDER] [--minutes 10]`,
  )
  process.exit(2)
}
const isWanted = (part: string) => values.only === undefined || values.only === part

const full: Sizes = {
  products: 200_000,
  orders: 1_000_000,
  invoices: 250_000,
  customers: 5_000,
  pricesPerCustomer: 40,
}
const quick: Sizes = { ...full, products: 2_000, orders: 2_000, invoices: 500, customers: 500 }

const began = performance.now()
/** Time reserved for the last Lighthouse visit, the report and the cleanup, in milliseconds. */
const lastVisit = 20_000
const elapsed = () => (performance.now() - began) / 60_000

/** Runs a part; if it fails or the time is over, its figures stay those of an earlier run. */
const attempt = async <T>(what: string, act: () => Promise<T>): Promise<T | undefined> => {
  if (elapsed() > Number(values.minutes)) {
    console.log(`\n${what}: left out, the time is over.`)
    return undefined
  }
  console.log(`\n${what}, ${elapsed().toFixed(1)} minutes after the start`)
  try {
    return await act()
  } catch (error) {
    console.error(error)
    process.exitCode = 1
    return undefined
  }
}

const browse = async (): Promise<Measurements['lighthouse']> => {
  const demo = await openDemo()
  try {
    await installLighthouse()
    return await runLighthouse(demo, { runs: 5, until: began + Number(values.minutes) * 60_000 - lastVisit })
  } finally {
    await demo.stop()
  }
}

const count = (number: number): string => number.toLocaleString('en-US')

const measureLoad = async (folder: string): Promise<{ load: Measurements['load']; conditions: string }> => {
  const { sizes, products } = await fillDatabase(folder, csvPath, values.quick ? quick : full)
  const questions = makeQuestions(csvPath, products)
  const { postgres, ...load } = await runLoad({ folder, secondsPerCase: values.quick ? 0.3 : 2, questions })
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? ''}), ${Math.round(totalmem() / 2 ** 30)} GB`
  const programs = `${type()} ${release().split('-')[0]}, Node ${process.version}, PostgreSQL ${postgres}`
  const data = `${count(products)} packages, ${count(sizes.orders)} orders, ${count(sizes.invoices)} invoices, ${count(sizes.customers)} customers`
  return { load, conditions: `${machine}, ${programs}; ${data}.` }
}

const measureAll = async (folder: string): Promise<Measurements & { conditions?: string | undefined }> => {
  const placement = isWanted('placement') ? await attempt('Counts of a placement', countPlacement) : undefined
  const monitoring = isWanted('monitoring') ? await attempt('Order monitoring', measureMonitoring) : undefined
  if (!['placement', 'monitoring'].includes(values.only ?? '')) await buildDist()
  const loaded = isWanted('load') ? await attempt('Load', () => measureLoad(folder)) : undefined
  const isWhole = !values.quick
  const imports =
    isWhole && isWanted('imports')
      ? await attempt('Import of the whole catalog', () => measureImports(csvPath))
      : undefined
  const lighthouse = isWhole && isWanted('browser') ? await attempt('Lighthouse', browse) : undefined
  return { placement, monitoring, ...loaded, imports, lighthouse }
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
  const place = join(projectRoot, 'docs')
  const known = JSON.parse(await readFile(join(place, 'performance.json'), 'utf8')) as Results
  const { conditions = known.conditions, ...measured } = await measureAll(folder)
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: projectRoot, encoding: 'utf8' }).trim()
  const figures = readFigures(measured, { at: new Date().toISOString().slice(0, 10), commit })
  if (values.quick) console.log(`\n${composeReport({ conditions, figures })}`)
  else {
    const results = { conditions, figures: { ...known.figures, ...figures } }
    console.log(`\n${composeReport(results)}`)
    await writeFile(join(place, 'performance.json'), `${JSON.stringify(results, null, 2)}\n`)
    await writeReport(join(place, 'performance.md'), results)
  }
} finally {
  await (leaving ?? removeFolders())
}
