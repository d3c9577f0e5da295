import type { MonitoredOrder, OrderedLine, PastLine } from './evaluate-rules.ts'
import { type Rule, ruleOf as rule } from './rule-shapes.ts'

/** Figures of the tests and the demo: no recommendation, as DEA endorses none. */
export const exampleRules: Rule[] = [
  rule('past', { limit: 2.5, minimum: 500 }),
  rule('past', { family: 'hydromorphone', limit: 1.5 }),
  rule('past', { family: 'ketamine', limit: 1.5 }),
  rule('creep', { limit: 2, minimum: 500 }),
  rule('window', { family: 'alprazolam', days: 7, limit: 4_000 }),
  rule('window', { family: 'diazepam', days: 1, limit: 1_000 }),
  rule('peers', { limit: 3, minimum: 500 }),
  rule('combination', { families: ['oxycodone', 'alprazolam', 'carisoprodol'] }),
  rule('combination', { families: ['codeine', 'alprazolam', 'carisoprodol'] }),
  rule('share', { limit: 80 }),
  rule('frequency', { days: 7, limit: 14 }),
  rule('new', { limit: 12 }),
  rule('first', { mode: 'log' }),
  rule('ship-tos', { limit: 3 }),
  rule('reorder', { days: 7, limit: 1, minimum: 500 }),
]

export const line = (family: string, units: number, facts: Partial<OrderedLine> = {}): OrderedLine => ({
  family,
  units,
  strength: '',
  amount: units,
  ...facts,
})

let order = 0
export const pastLine = (family: string, units: number, daysAgo: number, facts: Partial<PastLine> = {}): PastLine => ({
  orderId: `past ${++order}`,
  family,
  units,
  canceledUnits: 0,
  strength: '',
  shipTo: '',
  amount: units,
  daysAgo,
  state: 'shipped',
  ...facts,
})

/** The same quantity every 30 days, a year back from last month. */
export const monthly = (family: string, units: number, months = 12): PastLine[] =>
  Array.from({ length: months }, (_, at) => pastLine(family, units, 30 * (at + 1) + 10))

/** A customer of five years who buys mostly other things. */
export const monitored = (
  lines: readonly OrderedLine[],
  {
    customer,
    ...facts
  }: Partial<Omit<MonitoredOrder, 'customer'>> & { customer?: Partial<MonitoredOrder['customer']> } = {},
): MonitoredOrder => ({
  lines,
  shipTo: '',
  total: 100_000,
  past: [],
  spent: { 1: 0, 7: 0, 30: 100_000 },
  customer: { classId: null, months: 60, hasOnboardingFile: false, ...customer },
  peers: [],
  openFamilies: [],
  ...facts,
})
