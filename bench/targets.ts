import { lighthousePages, names, reads } from './case-names.ts'
import type { Measured, Ratios } from './measure.ts'
import type { Figure, Measurements, Results } from './results.ts'

interface Target {
  id: string
  what: string
  /** The limit: at most, or for scores at least. */
  limit: number
  isScore?: boolean
  /** What the limit counts, such as `× floor: one query`. */
  unit: string
  /** What users notice when it is missed. */
  why: string
  read: (measured: Measurements) => Reading | null | undefined
}

type Reading = Pick<Figure, 'value' | 'measured'>

/** Targets compare with a floor at 1 and 16 connections; the worse ratio counts. */
const judged = [1, 16]

const ratiosAt = (rows: readonly Measured[], name: string, connections: number, floor: string): Ratios | null => {
  const row = rows.find((one) => one.name === name && one.connections === connections)
  const beside = row?.beside?.floor.name === floor ? row.beside : null
  return row && beside && isAnswered(row) && isAnswered(beside.floor) ? beside.ratios : null
}

const isAnswered = ({ requests, failures }: Measured): boolean => requests > failures

const cpu = (name: string, limit: number, why: string, floor: string = names.queryFloor): Target => ({
  id: name,
  what: `CPU: ${name}`,
  limit,
  unit: `× ${floor}`,
  why,
  read: ({ load }) => {
    const ratios = judged.map((connections) => load && ratiosAt(load.rows, name, connections, floor))
    const known = ratios.flatMap((one) => (one ? [one.cpu] : []))
    return known.length === judged.length
      ? { value: Math.max(...known), measured: known.map((one) => `${one.toFixed(2)} ×`).join(' and ') }
      : null
  },
})

const search: Target = {
  id: 'text search',
  what: 'CPU: text search, median of 200 first-time questions',
  limit: 2.5,
  unit: `× ${names.queryFloor}`,
  why: 'Buyers find most products by typing a name, and results follow each pause in typing.',
  read: ({ load }) => load && exact(load.searches.first / load.searches.floor, '×', 2),
}

const latency: Target = {
  id: 'p95 of reads',
  what: 'p95 of every read at 16 connections',
  limit: 4,
  unit: `× ${names.queryFloor}`,
  why: 'Users judge the portal by its slow responses, and in busy hours requests wait for each other.',
  read: ({ load }) => {
    if (!load) return null
    const measured = reads.flatMap((name) => {
      const ratios = ratiosAt(load.rows, name, 16, names.queryFloor)
      return ratios ? [{ name, p95: ratios.p95 }] : []
    })
    const [slowest] = measured.toSorted((one, other) => other.p95 - one.p95)
    if (!slowest || measured.length < reads.length) return null
    return { value: slowest.p95, measured: `${slowest.p95.toFixed(2)} × (${slowest.name})` }
  },
}

const lighthouse: Target = {
  id: 'Lighthouse',
  what: `Lighthouse, mobile, performance of ${lighthousePages.join(', ')}`,
  limit: 95,
  isScore: true,
  unit: '',
  why: 'It is how fast a page loads, appears and becomes usable on a mid-range phone.',
  read: ({ lighthouse: pages = [] }) =>
    pages.length === lighthousePages.length
      ? {
          value: Math.min(...pages.map(({ performance }) => performance)),
          measured: pages.map(({ performance }) => performance).join(', '),
        }
      : null,
}

const exact = (value: number, unit: string, digits = 0): Reading => ({
  value,
  measured: `${value.toFixed(digits)} ${unit}`,
})

const ofImport = (
  id: string,
  limit: number,
  unit: string,
  why: string,
  read: (imports: NonNullable<Measurements['imports']>) => number,
): Target => ({
  id: `import ${id}`,
  what: `Import of 183,749 rows: ${id}`,
  limit,
  unit,
  why,
  read: ({ imports }) => (imports ? exact(read(imports), unit.slice(0, 1), 1) : null),
})

/** The targets, in the order of the page. */
export const targets: readonly Target[] = [
  cpu(
    names.placeOrder,
    2,
    'Buyers wait for it, many of them at the same time shortly before the cutoff.',
    names.orderFloor,
  ),
  {
    id: 'round trips',
    what: 'Round trips of a placement without rules',
    limit: 9,
    unit: 'statements on one connection',
    why: 'Each adds the network’s delay to the buyer’s wait, and other buyers of the same products wait for the locks.',
    read: ({ placement }) => placement && exact(placement.roundTrips, 'statements'),
  },
  {
    id: 'files reached',
    what: 'Files reached by `place-order`',
    limit: 39,
    unit: 'files',
    why: 'Developers who change how orders are placed must know them all; buyers meet what they overlook.',
    read: ({ placement }) => placement && exact(placement.files, 'files'),
  },
  {
    id: 'order monitoring',
    what: 'CPU: placement without controlled goods, with order monitoring',
    limit: 1.03,
    unit: '× without it',
    why: 'Most orders have nothing to monitor, and their buyers must not wait for it.',
    read: ({ monitoring }) => (monitoring === undefined ? null : exact(monitoring, '×', 3)),
  },
  cpu(names.firstListing, 2.5, 'It is the first page of every buyer’s day, and in the morning many open it together.'),
  cpu(names.laterListing, 1.75, 'Buyers open dozens of them for one order.'),
  cpu(names.ownOrders, 4, 'Buyers look here to see where an order is.'),
  cpu(names.adminOrders, 4, 'The back office works in this list all day.'),
  cpu(names.invoices, 4, 'The back office and those who pay look up invoices here.'),
  search,
  cpu(names.ndcFragment, 2, 'Buyers type the first digits from a label or shelf tag.'),
  latency,
  lighthouse,
  ofImport(
    'to the preview',
    25,
    's',
    'An admin waits in front of the screen for it.',
    ({ seconds }) => seconds.preview,
  ),
  ofImport('applied', 100, 's', 'Buyers see the new prices and stock only then.', ({ seconds }) => seconds.apply),
  ofImport(
    'p95 of a search meanwhile',
    2.5,
    '× before the import',
    'Buyers order during an import and should not notice it.',
    ({ searches }) => searches.meanwhile / searches.before,
  ),
]

/** The figures of a run on this day and commit; those of parts that it left out are not among them. */
export const readFigures = (measured: Measurements, run: Pick<Figure, 'at' | 'commit'>): Results['figures'] =>
  Object.fromEntries(
    targets.flatMap(({ id, read }) => {
      const reading = read(measured)
      return reading ? [[id, { ...reading, ...run }]] : []
    }),
  )
