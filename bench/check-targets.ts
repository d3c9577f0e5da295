import { crowded, lighthousePages, names, reads } from './case-names.ts'
import { type Measured, type Ratios, ratiosOf } from './measure.ts'
import type { Results } from './results.ts'

export interface TargetResult {
  what: string
  target: string
  measured: string
  /** Null if it was not measured. */
  isHeld: boolean | null
}

/** Ratios are checked at 1 and 16 connections; the worse one counts. */
const judged = [1, 16]

export const findRow = (rows: readonly Measured[], name: string, connections: number): Measured | undefined =>
  rows.find((row) => row.name === name && row.connections === connections)

/** The targets, and whether this run met them. */
export const checkTargets = (results: Results): TargetResult[] => {
  const { rows, small } = results
  const cpu = (name: string, floor: string, most: number): TargetResult =>
    ratio(
      `CPU: ${name}`,
      `≤ ${most} × ${floor}`,
      most,
      judged.map((connections) => ratiosAt(rows, name, connections, floor)?.cpu ?? null),
    )
  const growth = (name: string): TargetResult =>
    ratio(
      `CPU: ${name}, from ${thousands(results.sizes.fewProducts)} to ${thousands(results.products)} products`,
      '≤ 1.5 ×',
      1.5,
      judged.map((connections) => growthOf(findRow(small, name, connections))),
    )
  return [
    cpu(names.listingFresh, names.queryFloor, 1.5),
    cpu(names.contractPrices, names.queryFloor, 1.75),
    cpu(names.manyContracts, names.contractPrices, 1.3),
    cpu(names.productFresh, names.queryFloor, 1),
    searchVerdict(results),
    cpu(names.ndc, names.queryFloor, 1.5),
    cpu(names.ndcFragment, names.queryFloor, 1.5),
    ...[names.ownOrders, names.adminOrders, names.invoices].map((name) => cpu(name, names.queryFloor, 4)),
    cpu(names.placeOrder, names.orderFloor, 2.5),
    crowdVerdict(rows),
    latencyVerdict(rows),
    waitVerdict(rows, names.quickOrder, 300),
    waitVerdict(rows, names.longQuickOrder, 1_000),
    attackVerdict(rows),
    ...[names.listingFresh, names.ndc, names.productFresh].map(growth),
    startVerdict(results),
    ...importVerdicts(results),
    ...weightVerdicts(results),
    ...lighthouseVerdicts(results),
  ]
}

const ratiosAt = (rows: readonly Measured[], name: string, connections: number, floor: string): Ratios | null => {
  const row = findRow(rows, name, connections)
  return row ? ratiosTo(rows, row, floor) : null
}

/** The ratios to the floor measured in turn with the row, or else to the floor of that name in the table. */
export const ratiosTo = (rows: readonly Measured[], row: Measured, name: string): Ratios | null => {
  if (row.beside?.floor.name === name) return besideOf(row)
  const floor = findRow(rows, name, row.connections)
  return floor && isAnswered(row) && isAnswered(floor) ? ratiosOf(row, floor) : null
}

/** How much more CPU the full catalog costs than the small one measured in turn with it. */
export const growthOf = (few: Measured | undefined): number | null => {
  const ratios = few ? besideOf(few) : null
  return ratios && 1 / ratios.cpu
}

const besideOf = (row: Measured): Ratios | null =>
  row.beside && isAnswered(row) && isAnswered(row.beside.floor) ? row.beside.ratios : null

const isAnswered = ({ requests, failures }: Measured): boolean => requests > failures

const quotient = (value: number | null, by: number | null): number | null =>
  value === null || by === null || by === 0 ? null : value / by

const thousands = (number: number) => number.toLocaleString('en-US')

const ratio = (what: string, target: string, most: number, ratios: readonly (number | null)[]): TargetResult => {
  const known = ratios.filter((one) => one !== null)
  if (known.length < ratios.length || known.length === 0)
    return { what, target, measured: 'not measured', isHeld: null }
  const measured = known.map((one) => `${one.toFixed(2)} ×`).join(' and ')
  return { what, target, measured, isHeld: Math.max(...known) <= most }
}

const searchVerdict = ({ searches }: Results): TargetResult =>
  ratio(
    `CPU: text search, median of ${searches.questions} questions, each asked once`,
    `≤ 3 × ${names.queryFloor}`,
    3,
    [quotient(searches.first.p50, searches.floor)],
  )

const crowdVerdict = (rows: readonly Measured[]): TargetResult => {
  const row = findRow(rows, crowded(names.placeOrder), 64)
  return {
    what: 'Orders of 64 callers at once for few products',
    target: 'no deadlock, no failure',
    measured: row ? `${row.failures} failures in ${thousands(row.requests)} orders` : 'not measured',
    isHeld: row ? row.failures === 0 && row.requests > 0 : null,
  }
}

/** The slowest read decides. */
const latencyVerdict = (rows: readonly Measured[]): TargetResult => {
  const measured = reads.flatMap((name) => {
    const ratios = ratiosAt(rows, name, 16, names.queryFloor)
    return ratios ? [{ name, ratio: ratios.p95 }] : []
  })
  const [slowest] = measured.toSorted((one, other) => other.ratio - one.ratio)
  const judgement = ratio('p95 of every read at 16 connections', `≤ 4 × ${names.queryFloor}`, 4, [
    measured.length === reads.length && slowest ? slowest.ratio : null,
  ])
  const late = measured.filter((one) => one.ratio > 4).map(({ name }) => name)
  const named = late.length > 0 ? late.join('; ') : slowest?.name
  return judgement.isHeld === null ? judgement : { ...judgement, measured: `${judgement.measured} (${named})` }
}

/** The response time for a single user. */
const waitVerdict = (rows: readonly Measured[], name: string, most: number): TargetResult => {
  const row = findRow(rows, name, 1)
  const isMeasured = row !== undefined && isAnswered(row)
  return {
    what: `p95 of a ${name}, alone`,
    target: `≤ ${thousands(most)} ms`,
    measured: isMeasured
      ? `${Math.round(row.p95)} ms, ${row.beside?.ratios.p95.toFixed(1) ?? '–'} × ${names.queryFloor}`
      : 'not measured',
    isHeld: isMeasured ? row.p95 <= most : null,
  }
}

const attackVerdict = (rows: readonly Measured[]): TargetResult =>
  ratio('p95 of a buyer’s listing while being attacked', `≤ 3 × ${names.calm}`, 3, [
    ratiosAt(rows, names.attacked, 1, names.calm)?.p95 ?? null,
  ])

const startVerdict = ({ starts }: Results): TargetResult => ({
  ...ratio('Cold start to the first listing, data present', '≤ 4 × PostgreSQL, Fastify and COPY product', 4, [
    quotient(starts.cold.portal, starts.cold.floor),
  ]),
})

const importVerdicts = ({ imports, products }: Results): TargetResult[] => {
  const atMost = (what: string, most: number, unit: string, measured: number | undefined): TargetResult => ({
    what: `Import of ${thousands(products)} rows: ${what}`,
    target: `≤ ${most} ${unit}`,
    measured: measured === undefined ? 'not measured' : `${measured.toFixed(1)} ${unit}`,
    isHeld: measured === undefined ? null : measured <= most,
  })
  const { seconds, megabytes, listing } = imports ?? {}
  return [
    atMost('to the preview', 20, 's', seconds?.preview),
    atMost('applied', 90, 's', seconds?.apply),
    atMost('peak memory of the tab', 400, 'MB', megabytes?.tab),
    atMost('peak memory of the server', 600, 'MB', megabytes?.server),
    atMost('median of a search meanwhile', 1.5, '×', listing && listing.meanwhile.median / listing.before.median),
    atMost('p95 of a search meanwhile', 1.5, '×', listing && listing.meanwhile.p95 / listing.before.p95),
  ]
}

const weightVerdicts = ({ routes }: Results): TargetResult[] => {
  const listing = routes?.find(({ path }) => path === '/')
  const atMost = (what: string, most: number, bytes: number | undefined): TargetResult => ({
    what: `First visit of the listing: ${what} as sent`,
    target: `≤ ${most} KB`,
    measured: bytes === undefined ? 'not measured' : `${(bytes / 1_024).toFixed(1)} KB`,
    isHeld: bytes === undefined ? null : bytes <= most * 1_024,
  })
  return [atMost('JavaScript', 160, listing?.sent.script), atMost('CSS', 15, listing?.sent.style)]
}

const lighthouseVerdicts = ({ lighthouse }: Results): TargetResult[] =>
  lighthousePages.map((page) => {
    const what = `Lighthouse, mobile: ${page}`
    const target = 'performance ≥ 95, accessibility and best practices 100, no layout shift'
    const found = lighthouse?.find((one) => one.page === page)
    if (!found) return { what, target, measured: 'not measured', isHeld: null }
    const { runs, performance, accessibility, bestPractices, layoutShift } = found
    return {
      what,
      target,
      measured: `${performance}, ${accessibility}, ${bestPractices}; shift ${layoutShift.toFixed(3)} (median of ${runs})`,
      isHeld: performance >= 95 && accessibility === 100 && bestPractices === 100 && layoutShift < 0.001,
    }
  })
