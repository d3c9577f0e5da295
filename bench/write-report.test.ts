import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { lighthousePages, names, reads } from './case-names.ts'
import type { Measured, Ratios } from './measure.ts'
import type { Measurements, Results } from './results.ts'
import { readFigures, targets } from './targets.ts'
import { composeReport, writeReport } from './write-report.ts'

const row = (name: string, connections: number, ratios: Ratios, failures = 0): Measured => {
  const own = { name, connections, requests: 100, failures, failure: '', perSecond: 500, p50: 1, p95: 2, p99: 3 }
  const floor = { ...own, name: name === names.placeOrder ? names.orderFloor : names.queryFloor, failures: 0 }
  const micros = { serverMicros: 60, databaseMicros: 40 }
  return { ...own, ...micros, beside: { floor: { ...floor, ...micros }, ratios } }
}

const both = (name: string) => [1, 16].map((connections) => row(name, connections, { cpu: 1, p95: 1 }))

const whole: Measurements = {
  placement: { files: 30, roundTrips: 9 },
  monitoring: 1.01,
  load: {
    rows: [...reads, names.placeOrder].flatMap(both),
    searches: { first: 300, floor: 100 },
  },
  imports: {
    seconds: { read: 1, preview: 2, apply: 3 },
    searches: { before: 2, meanwhile: 4 },
  },
  lighthouse: lighthousePages.map((page) => ({ page, runs: 1, performance: 96 })),
}

const run = { at: '2026-11-27', commit: 'abcdef12' }
const lineOf = (results: Results, what: string) =>
  composeReport(results)
    .split('\n')
    .find((line) => line.startsWith(`| ${what}`)) ?? ''
const linesOf = (measured: Measurements, what: string) =>
  lineOf({ conditions: '', figures: readFigures(measured, run) }, what)

const withRows = (change: (one: Measured) => Measured): Measurements => ({
  ...whole,
  ...(whole.load && { load: { ...whole.load, rows: whole.load.rows.map(change) } }),
})

test('a whole run measures every target, and the report has date, commit and reason', () => {
  assert.deepEqual(
    Object.keys(readFigures(whole, run)),
    targets.map(({ id }) => id),
  )
  assert.match(
    linesOf(whole, 'Files reached'),
    /\| ≤ 39 files \| 30 files \| yes \| 2026-11-27, `abcdef12` \| Developers/,
  )
  assert.match(linesOf(whole, 'CPU: text search'), /\| 3\.00 × \| no, by 20 % \|/)
})

test('a part that is left out, fails or is incomplete measures nothing', () => {
  assert.deepEqual(readFigures({}, run), {})
  assert.match(linesOf({}, 'Round trips'), /\| not measured yet \|/)
  const failed = withRows((one) => (one.name === names.invoices ? row(one.name, 1, { cpu: 1, p95: 1 }, 100) : one))
  assert.match(linesOf(failed, `CPU: ${names.invoices}`), /not measured yet/)
  assert.match(linesOf(failed, 'p95 of every read'), /not measured yet/)
  assert.match(linesOf({ lighthouse: whole.lighthouse?.slice(1) ?? [] }, 'Lighthouse'), /not measured yet/)
})

test('the worse of two load levels, the slowest read and the lowest score decide', () => {
  const slow = withRows((one) =>
    one.name === names.invoices && one.connections === 16 ? row(one.name, 16, { cpu: 5, p95: 6 }) : one,
  )
  assert.match(linesOf(slow, `CPU: ${names.invoices}`), /\| 1\.00 × and 5\.00 × \| no, by 25 % \|/)
  assert.match(linesOf(slow, 'p95 of every read'), /\| 6\.00 × \(invoices, .+\) \| no, by 50 % \|/)
  const scores = whole.lighthouse?.map((one) => ({ ...one, performance: one.page === 'cart' ? 90 : 96 })) ?? []
  assert.match(linesOf({ lighthouse: scores }, 'Lighthouse'), /\| 96, 96, 90, 96, 96 \| no, by 5 % \|/)
})

test('only the text between the marks is replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'apotheca-report-'))
  try {
    const path = join(folder, 'performance.md')
    await writeFile(path, 'Before\n<!-- measured: begin -->an earlier run<!-- measured: end -->\nAfter\n')
    const results = { conditions: 'two cores', figures: readFigures(whole, run) }
    for (let round = 0; round < 2; round++) await writeReport(path, results)
    const page = await readFile(path, 'utf8')
    assert.equal(
      page,
      `Before\n<!-- measured: begin -->\n\n${composeReport(results)}\n\n<!-- measured: end -->\nAfter\n`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('docs/performance.md has the figures of docs/performance.json, all of current targets', async () => {
  const docs = resolve(import.meta.dirname, '../docs')
  const results = JSON.parse(await readFile(join(docs, 'performance.json'), 'utf8')) as Results
  const unknown = Object.keys(results.figures).filter((id) => targets.every((target) => target.id !== id))
  assert.deepEqual(unknown, [])
  assert.ok((await readFile(join(docs, 'performance.md'), 'utf8')).includes(composeReport(results)))
})
