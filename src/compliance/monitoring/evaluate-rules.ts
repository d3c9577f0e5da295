import type { Rule } from './rule-shapes.ts'

/** A controlled line of the order under evaluation. */
export interface OrderedLine {
  family: string
  /** Base units; null if the product has none. */
  units: number | null
  strength: string
  /** Dollars. */
  amount: number
}

/** A ledger row of the same owner, from any channel. */
export interface PastLine {
  orderId: string
  family: string
  units: number
  canceledUnits: number
  strength: string
  shipTo: string
  amount: number
  /** Days before the order, with fractions. */
  daysAgo: number
  state: 'open' | 'held' | 'reported' | 'shipped' | 'canceled'
}

export interface MonitoredOrder {
  lines: readonly OrderedLine[]
  shipTo: string
  /** Dollars of all lines, controlled or not. */
  total: number
  past: readonly PastLine[]
  /** Dollars of all orders of the owner in the last 1, 7 and 30 days. */
  spent: Readonly<Record<1 | 7 | 30, number>>
  customer: {
    classId: string | null
    /** Months since the account was opened or its first order. */
    months: number
    hasOnboardingFile: boolean
  }
  /** The usual month of the customer's class, by family. */
  peers: readonly { family: string; month: number; customers: number }[]
  /** Families with an order on hold for review, or reported. */
  openFamilies: readonly string[]
}

export interface Flag {
  rule: Rule['kind'] | 'unknown' | 'earlier'
  mode: Rule['mode']
  family: string
  /** For reviewers only. */
  finding: string
  facts: Record<string, number | string>
}

const blockDays = 30
const baselineBlocks = 12
const historyBlocks = 24
/** Fewer customers say nothing about a class. */
const leastPeers = 3

/** Applies a version of the rules, or none, to an order with controlled lines. */
export const evaluateRules = (rules: readonly Rule[] | null, order: MonitoredOrder): Flag[] => {
  const families = [...new Set(order.lines.map(({ family }) => family))]
  return [
    ...earlierFlags(families, order),
    ...(rules === null ? [] : unknownFlags(order)),
    ...(rules ?? []).flatMap((rule) => ruleFlags(rule, families, order)),
  ]
}

const earlierFlags = (families: readonly string[], { openFamilies }: MonitoredOrder): Flag[] =>
  families
    .filter((family) => family !== '' && openFamilies.includes(family))
    .map((family) => ({
      rule: 'earlier',
      mode: 'hold',
      family,
      finding: 'An earlier order of this family is on hold for review or was reported.',
      facts: {},
    }))

const unknownFlags = ({ lines }: MonitoredOrder): Flag[] => {
  const count = lines.filter(({ family, units }) => family === '' || units === null).length
  if (count === 0) return []
  const finding = 'The drug family or the base units of a controlled product are not known.'
  return [{ rule: 'unknown', mode: 'hold', family: '', finding, facts: { lines: count } }]
}

const ruleFlags = (rule: Rule, families: readonly string[], order: MonitoredOrder): Flag[] => {
  if (rule.classId !== null && rule.classId !== order.customer.classId) return []
  const flag = (family: string, found: Finding): Flag => ({ rule: rule.kind, mode: rule.mode, family, ...found })
  const { kind } = rule
  if (kind === 'share') return shareOf(rule, order).map((found) => flag('', found))
  if (kind === 'combination') return combinationOf(rule, families, order).map((found) => flag('', found))
  return families
    .filter((family) => family !== '' && (rule.family === '' || sameFamily(rule.family, family)))
    .flatMap((family) => familyRules[kind](rule, family, order).map((found) => flag(family, found)))
}

type Finding = Pick<Flag, 'finding' | 'facts'>
type FamilyRule = (rule: Rule, family: string, order: MonitoredOrder) => Finding[]

const sameFamily = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

const isCounted = ({ state }: PastLine): boolean => state === 'open' || state === 'shipped'

/** Past lines of the window that count, without the order's own. */
const inWindow = (order: MonitoredOrder, days: number, family?: string): PastLine[] =>
  order.past.filter(
    (line) => isCounted(line) && line.daysAgo < days && (family === undefined || sameFamily(line.family, family)),
  )

const ownLines = (order: MonitoredOrder, family: string): OrderedLine[] =>
  order.lines.filter((line) => sameFamily(line.family, family))

const total = (lines: readonly { units: number | null }[]): number =>
  lines.reduce((sum, { units }) => sum + (units ?? 0), 0)

/** Units of the window with the order. */
export const windowSum = (order: MonitoredOrder, family: string, days: number): number =>
  total(inWindow(order, days, family)) + total(ownLines(order, family))

/** Units shipped in months counted back from the order; month 0 is the last 30 days. */
export const shippedInMonth = (order: MonitoredOrder, family: string, month: number): number =>
  total(
    order.past.filter(
      (line) =>
        line.state === 'shipped' && sameFamily(line.family, family) && Math.floor(line.daysAgo / blockDays) === month,
    ),
  )

/** The average month of shipments within a range of months, from the first shipment on; 0 without any. */
export const usualMonth = (order: MonitoredOrder, family: string, from: number, until: number): number => {
  const months = range(from, until).map((month) => shippedInMonth(order, family, month))
  const first = months.findLastIndex((units) => units > 0)
  return first < 0 ? 0 : months.slice(0, first + 1).reduce((sum, units) => sum + units, 0) / (first + 1)
}

const range = (from: number, until: number): number[] => Array.from({ length: until - from }, (_, at) => from + at)

const ratioOf = (
  { limit, minimum, days }: Rule,
  { sum, usual, what }: { sum: number; usual: number; what: string },
): Finding[] =>
  usual > 0 && sum >= minimum && sum > limit * usual
    ? [
        {
          finding: `${figure(sum)} units in ${daysWords(days)}; ${what} is ${figure(usual)}.`,
          facts: { sum, usual, limit, days },
        },
      ]
    : []

const familyRules: Record<Exclude<Rule['kind'], 'share' | 'combination'>, FamilyRule> = {
  window: ({ days, limit }, family, order) => {
    const sum = windowSum(order, family, days)
    return sum > limit ? [{ finding: `${figure(sum)} units in ${daysWords(days)}.`, facts: { sum, limit, days } }] : []
  },
  past: (rule, family, order) =>
    ratioOf(rule, {
      sum: windowSum(order, family, rule.days),
      usual: usualMonth(order, family, 1, 1 + baselineBlocks),
      what: 'the customer’s usual month',
    }),
  creep: ({ limit, minimum }, family, order) => {
    const sum = windowSum(order, family, 3 * blockDays) / 3
    const usual = usualMonth(order, family, 1 + baselineBlocks, historyBlocks)
    return usual > 0 && sum >= minimum && sum > limit * usual
      ? [
          {
            finding: `${figure(sum)} units a month in the last 90 days; ${figure(usual)} a month 13 to 24 months ago.`,
            facts: { sum, usual, limit },
          },
        ]
      : []
  },
  peers: (rule, family, order) => {
    const peer = order.peers.find((one) => sameFamily(one.family, family))
    if (!peer || peer.customers < leastPeers) return []
    const sum = windowSum(order, family, rule.days)
    return ratioOf(rule, { sum, usual: peer.month, what: `the month of ${peer.customers} customers of the class` })
  },
  strength: ({ days, limit, minimum, strength }, family, order) => {
    const all = [...inWindow(order, days, family), ...ownLines(order, family)]
    const [sum, ofStrength] = [total(all), total(all.filter((line) => sameStrength(line.strength, strength)))]
    const share = sum > 0 ? (100 * ofStrength) / sum : 0
    return sum >= minimum && share > limit
      ? [
          {
            finding: `${figure(share)}% of the units in ${daysWords(days)} are ${strength}.`,
            facts: { share, limit, days, strength },
          },
        ]
      : []
  },
  frequency: ({ days, limit, minimum }, family, order) => {
    const orders = new Set(inWindow(order, days, family).map(({ orderId }) => orderId)).size + 1
    return orders > limit && windowSum(order, family, days) >= minimum
      ? [{ finding: `${orders} orders in ${daysWords(days)}.`, facts: { orders, limit, days } }]
      : []
  },
  new: ({ days, limit, minimum }, family, order) => {
    const { months, hasOnboardingFile } = order.customer
    if (months >= limit) return []
    const sum = windowSum(order, family, days)
    if (hasOnboardingFile && sum <= minimum) return []
    const why = hasOnboardingFile ? `${figure(sum)} units in ${daysWords(days)}` : 'without an onboarding file'
    return [{ finding: `A new customer, ${why}.`, facts: { months, limit, sum } }]
  },
  first: ({ minimum }, family, order) => {
    const sum = total(ownLines(order, family))
    const isKnown = order.past.some((line) => isCounted(line) && sameFamily(line.family, family))
    return isKnown || sum < minimum
      ? []
      : [{ finding: `The first order of this family in 24 months: ${figure(sum)} units.`, facts: { sum } }]
  },
  'ship-tos': ({ days, limit, minimum }, family, order) => {
    const places = new Set([order.shipTo, ...inWindow(order, days, family).map(({ shipTo }) => shipTo)]).size
    return places > limit && windowSum(order, family, days) >= minimum
      ? [{ finding: `${places} ship-to addresses in ${daysWords(days)}.`, facts: { places, limit, days } }]
      : []
  },
  reorder: ({ days, limit, minimum }, family, order) => {
    const canceled = order.past.filter(
      (line) =>
        line.daysAgo < days &&
        sameFamily(line.family, family) &&
        (line.state === 'canceled' ? line.units + line.canceledUnits : line.canceledUnits) > 0,
    )
    const orders = new Set(canceled.map(({ orderId }) => orderId)).size
    return orders > 0 && orders >= limit && total(ownLines(order, family)) >= minimum
      ? [{ finding: `Ordered again after ${orders} canceled in ${daysWords(days)}.`, facts: { orders, limit, days } }]
      : []
  },
}

const shareOf = ({ days, limit, minimum, family }: Rule, order: MonitoredOrder): Finding[] => {
  const isMeant = (line: { family: string }) => family === '' || sameFamily(line.family, family)
  if (!order.lines.some(isMeant)) return []
  const lines = [...inWindow(order, days), ...order.lines].filter(isMeant)
  const controlled = lines.reduce((sum, { amount }) => sum + amount, 0)
  const all = Math.max(order.spent[days] + order.total, controlled)
  const share = all > 0 ? (100 * controlled) / all : 0
  return total(lines) >= minimum && share > limit
    ? [
        {
          finding: `${figure(share)}% of the purchases in ${daysWords(days)} are controlled.`,
          facts: { share, limit, days },
        },
      ]
    : []
}

const combinationOf = (rule: Rule, families: readonly string[], order: MonitoredOrder): Finding[] => {
  const wanted = rule.families.filter(Boolean)
  const bought = [...families, ...inWindow(order, rule.days).map(({ family }) => family)]
  const isComplete =
    wanted.length > 1 &&
    wanted.every((family) => bought.some((one) => sameFamily(one, family))) &&
    wanted.some((family) => families.some((one) => sameFamily(one, family)))
  return isComplete
    ? [{ finding: `${wanted.join(', ')} within ${daysWords(rule.days)}.`, facts: { days: rule.days } }]
    : []
}

const sameStrength = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (strength: string): string => strength.toLowerCase().replaceAll(/\s/g, '')

const figure = (value: number): string => (Math.round(value * 10) / 10).toLocaleString('en-US')
const daysWords = (days: number): string => (days === 1 ? '1 day' : `${days} days`)
