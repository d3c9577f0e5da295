import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { browserPath } from '../e2e/browser.ts'
import { lighthousePages } from './case-names.ts'
import { median } from './measure.ts'
import type { Demo, Visitor } from './open-demo.ts'
import { projectRoot } from './start-server.ts'
import { makeFolder, removeFolder } from './temporary-folders.ts'
import { freePort } from '#platform/free-port.ts'

const run = promisify(execFile)
const home = join(projectRoot, 'bench/lighthouse')
const program = join(home, 'node_modules/lighthouse/cli/index.js')

/** The median of the runs, from 0 to 100. */
export interface LighthouseResult {
  page: string
  runs: number
  performance: number
}

/** Installs Lighthouse from its own lock file if missing, because the portal does not depend on it. */
export const installLighthouse = async (): Promise<void> => {
  if (!existsSync(program)) await run('npm', ['ci', '--prefer-offline', '--loglevel=error'], { cwd: home })
}

/** Visits each page several times on a simulated phone; stops early when the time is up. */
export const runLighthouse = async (demo: Demo, { runs, until }: { runs: number; until: number }) => {
  const addresses: Record<(typeof lighthousePages)[number], [path: string, visitor: Visitor]> = {
    listing: ['/', 'anyone'],
    product: [`/product/${demo.examples.slug}`, 'anyone'],
    cart: ['/cart', 'buyer'],
    order: [`/order/${demo.examples.order}`, 'buyer'],
    'admin orders': ['/admin/orders', 'admin'],
  }
  const scores = new Map<string, number[]>(lighthousePages.map((page) => [page, []]))
  for (let round = 0; round < runs; round++)
    for (const [page, [path, visitor]] of Object.entries(addresses))
      if (performance.now() < until) scores.get(page)?.push(await scoreOf(demo, path, visitor))
  return [...scores]
    .filter(([, scored]) => scored.length > 0)
    .map(([page, scored]): LighthouseResult => ({ page, runs: scored.length, performance: median(scored) }))
}

/** One visit with a new browser profile. */
const scoreOf = async (demo: Demo, path: string, visitor: Visitor): Promise<number> => {
  const profile = await makeFolder('lighthouse')
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: await browserPath(),
    args: [`--remote-debugging-port=${port}`],
  })
  try {
    const page = await browser.newPage()
    // An address that loads none of the portal's files, so that the measured visit is the first.
    await page.goto(`${demo.url}/healthz`)
    const storage = JSON.stringify(demo.storageOf(visitor))
    await page.evaluate(`for (const [name, value] of Object.entries(${storage})) localStorage.setItem(name, value)`)
    await page.close()
    const report = join(profile, 'lighthouse.json')
    await run(process.execPath, [
      program,
      demo.url + path,
      `--port=${port}`,
      '--output=json',
      `--output-path=${report}`,
      '--quiet',
      '--no-enable-error-reporting',
      '--disable-storage-reset',
      '--only-categories=performance',
    ])
    return readReport(JSON.parse(await readFile(report, 'utf8')))
  } finally {
    await browser.close()
    await removeFolder(profile)
  }
}

interface Report {
  categories: { performance: { score: number | null } }
  runtimeError?: { message: string }
}

const readReport = ({ categories, runtimeError }: Report): number => {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`)
  return Math.round((categories.performance.score ?? 0) * 100)
}
