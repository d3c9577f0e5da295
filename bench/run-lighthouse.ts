import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { browserPath } from '../e2e/browser.ts'
import { lighthousePages } from './case-names.ts'
import { median } from './measure.ts'
import { runNpm } from './measure-install.ts'
import type { Demo, Visitor } from './open-demo.ts'
import { projectRoot } from './start-server.ts'
import { makeFolder, removeFolder } from './temporary-folders.ts'
import { freePort } from '#platform/free-port.ts'

const run = promisify(execFile)
const home = join(projectRoot, 'bench/lighthouse')
const program = join(home, 'node_modules/lighthouse/cli/index.js')

/** Medians of the runs; scores from 0 to 100. */
export interface LighthouseResult {
  page: string
  runs: number
  performance: number
  accessibility: number
  bestPractices: number
  layoutShift: number
  /** Milliseconds to the largest contentful paint, on the simulated phone. */
  largestPaint: number
  /** Titles of failed audits other than performance. */
  findings: string[]
}

type Score = Omit<LighthouseResult, 'page' | 'runs'>

/** Installs Lighthouse from its own lock file if missing, because the portal does not depend on it. */
export const installLighthouse = async (): Promise<void> => {
  if (!existsSync(program)) await runNpm(['ci', '--prefer-offline'], home)
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
  const scores = new Map<string, Score[]>(lighthousePages.map((page) => [page, []]))
  for (let round = 0; round < runs; round++)
    for (const [page, [path, visitor]] of Object.entries(addresses))
      if (performance.now() < until) scores.get(page)?.push(await scoreOf(demo, path, visitor))
  return [...scores]
    .filter(([, scored]) => scored.length > 0)
    .map(([page, scored]): LighthouseResult => {
      const of = (figure: (score: Score) => number) => median(scored.map(figure))
      return {
        page,
        runs: scored.length,
        performance: of((score) => score.performance),
        accessibility: of((score) => score.accessibility),
        bestPractices: of((score) => score.bestPractices),
        layoutShift: of((score) => score.layoutShift),
        largestPaint: of((score) => score.largestPaint),
        findings: [...new Set(scored.flatMap(({ findings }) => findings))],
      }
    })
}

/** One visit with a new browser profile. */
const scoreOf = async (demo: Demo, path: string, visitor: Visitor): Promise<Score> => {
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
      '--only-categories=performance,accessibility,best-practices',
    ])
    return readReport(JSON.parse(await readFile(report, 'utf8')))
  } finally {
    await browser.close()
    await removeFolder(profile)
  }
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>
  runtimeError?: { message: string }
}

const readReport = ({ categories, audits, runtimeError }: Report): Score => {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`)
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const wanting = ['accessibility', 'best-practices'].flatMap((name) =>
    (categories[name]?.auditRefs ?? []).filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0),
  )
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? 0,
    largestPaint: Math.round(audits['largest-contentful-paint']?.numericValue ?? 0),
    findings: wanting.map(({ id }) => audits[id]?.title ?? id),
  }
}
