import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { crowded, names, reads } from './case-names.ts'
import { checkTargets } from './check-targets.ts'
import type { Measured } from './measure.ts'
import type { Results } from './results.ts'
import { routes } from './weigh-routes.ts'
import { writeReport } from './write-report.ts'

const row = (name: string, connections: number, facts: Partial<Measured> = {}): Measured => ({
  name,
  connections,
  requests: 1_000,
  failures: 0,
  failure: '',
  perSecond: 500,
  p50: 1,
  p95: 2,
  p99: 3,
  serverMicros: 60,
  databaseMicros: 40,
  ...facts,
})

const bothLoads = (name: string, facts?: Partial<Measured>) => [row(name, 1, facts), row(name, 16, facts)]

const resultsWith = (changed: Partial<Results> = {}): Results => ({
  at: '2026-11-21',
  machine: { cpu: 'CPU', cores: 2, memory: '8 GB', system: 'Linux 6', node: 'v24.0.0', postgres: '18.4' },
  sizes: { products: 10, fewProducts: 5, orders: 1, invoices: 1, customers: 1, pricesPerCustomer: 1 },
  products: 10,
  filled: { seconds: 1, isKept: false },
  secondsPerCase: 1,
  rows: [names.queryFloor, ...reads, names.orderFloor, names.placeOrder]
    .flatMap((name) => bothLoads(name))
    .concat(row(crowded(names.placeOrder), 64)),
  small: [names.listingFresh, names.ndc, names.productFresh].flatMap((name) =>
    bothLoads(name, { beside: { floor: row(name, 1), ratios: { cpu: 1, p95: 1 } } }),
  ),
  searches: {
    questions: 2,
    first: { p50: 300, p95: 900, dearest: 'a' },
    again: { p50: 1, p95: 2, dearest: 'b' },
    rules: [{ rule: 'brand', questions: 2, first: 300, again: 1 }],
    floor: 100,
  },
  memory: { started: { server: 1, database: 1 }, loaded: { server: 1, database: 1 } },
  starts: { rounds: 1, cold: { portal: 140, floor: 100 }, warm: { portal: 1, floor: 1 } },
  install: null,
  routes: [{ path: '/', as: 'anyone', sent: { script: 150_000, style: 16_000, font: 0, image: 0, other: 0 }, gzip: 1 }],
  lighthouse: null,
  notes: ['Lighthouse: left out, the time was over.'],
  minutes: 1,
  ...changed,
})

const verdictOn = (results: Results, what: RegExp) => {
  const found = checkTargets(results).find((verdict) => what.test(verdict.what))
  assert.ok(found, String(what))
  return found
}

test('a result equal to the floor meets every target; unmeasured targets are neither met nor missed', () => {
  const verdicts = checkTargets(resultsWith())
  const broken = verdicts.filter(({ isHeld }) => isHeld === false).map(({ what }) => what)
  assert.deepEqual(broken, ['First visit of the listing: CSS as sent'])
  assert.equal(verdictOn(resultsWith(), /Lighthouse, mobile: admin orders/).isHeld, null)
  assert.equal(verdictOn(resultsWith({ routes: null }), /JavaScript/).isHeld, null)
  assert.equal(verdictOn(resultsWith({ rows: [] }), /CPU: product page, another/).isHeld, null)
})

test('the worse of two load levels decides', () => {
  const { rows } = resultsWith()
  const heavy = rows.map((one) =>
    one.name === names.ndc && one.connections === 16 ? { ...one, databaseMicros: 100 } : one,
  )
  const verdict = verdictOn(resultsWith({ rows: heavy }), /^CPU: NDC search, another number each time$/)
  assert.equal(verdict.isHeld, false)
  assert.equal(verdict.measured, '1.00 × and 1.60 ×')
})

test('one slow read or failed order misses its target and is named', () => {
  const { rows } = resultsWith()
  const late = rows.map((one) => (one.name === names.ownOrders ? { ...one, p95: 9 } : one))
  const latency = verdictOn(resultsWith({ rows: late }), /^p95/)
  assert.equal(latency.isHeld, false)
  assert.match(latency.measured, /own orders/)
  const failed = rows.map((one) => (one.connections === 64 ? { ...one, failures: 1 } : one))
  assert.equal(verdictOn(resultsWith({ rows: failed }), /64 callers/).isHeld, false)
})

test('a floor measured in turn has priority over the one in the table', () => {
  const { rows, small } = resultsWith()
  const slow = { p95: 8, serverMicros: 300, databaseMicros: 100 }
  const asSlow = (one: Measured): Measured => ({
    ...one,
    ...slow,
    beside: { floor: row(names.queryFloor, one.connections, slow), ratios: { cpu: 1.25, p95: 2.5 } },
  })
  const late = resultsWith({ rows: rows.map((one) => (one.name === names.ndc ? asSlow(one) : one)) })
  assert.equal(verdictOn(late, /p95/).isHeld, true)
  assert.equal(verdictOn(late, /^CPU: NDC search, another number each time$/).measured, '1.25 × and 1.25 ×')
  const grown = small.map((one) => ({ ...one, beside: { floor: row(one.name, 1), ratios: { cpu: 0.625, p95: 1 } } }))
  assert.equal(verdictOn(resultsWith({ small: grown }), /NDC search.* products/).measured, '1.60 × and 1.60 ×')
})

test('only the text between the marks is replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'apotheca-report-'))
  try {
    const path = join(folder, 'performance.md')
    await writeFile(path, 'Before\n<!-- measured: begin -->an earlier run<!-- measured: end -->\nAfter\n')
    const results = resultsWith()
    for (let round = 0; round < 2; round++) await writeReport(path, results, checkTargets(results))
    const page = await readFile(path, 'utf8')
    assert.match(page, /^Before\n<!-- measured: begin -->\n/)
    assert.match(page, /<!-- measured: end -->\nAfter\n$/)
    assert.doesNotMatch(page, /an earlier run/)
    assert.equal(page.split('### Targets').length, 2)
    assert.match(page, /\| First visit of the listing: CSS as sent \| ≤ 15 KB \| 15\.6 KB \| \*\*no\*\* \|/)
    assert.match(page, /Lighthouse: left out/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('every route of the portal is weighed', async () => {
  const table = await readFile(resolve(import.meta.dirname, '../src/portal/web/routes.tsx'), 'utf8')
  const paths = [...table.matchAll(/(?:at|page)\(\s*'(\/[^']*)'/g)].map(([, path = '']) => path)
  const shape = (path: string) => path.replaceAll(/\$\w+|<\w+>/g, '*')
  assert.ok(paths.length > 20)
  assert.deepEqual(Object.keys(routes).map(shape).toSorted(), paths.map(shape).toSorted())
})
