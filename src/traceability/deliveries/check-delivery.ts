import { ndcKeys } from '#catalog/normalize-ndc.ts'
import { gtinsOf } from '../match-packages.ts'

/**
 * `notRequired`: the DSCSA does not apply to the product; `unknown`: it is not recorded whether it does; `partial`:
 * documents have fewer packages than were shipped.
 */
export type TraceState = 'available' | 'partial' | 'missing' | 'notRequired' | 'unknown' | 'notShipped'

export interface DeliveryLine {
  /** NDC or item number. */
  number: string
  /** Packages that were ordered and not canceled. */
  ordered: number
  shipped: number
  /** Null if not recorded. */
  needsTrace: boolean | null
}

/** Packages of a product in the customer's documents, by GTIN. */
export type PackageCounts = ReadonlyMap<string, number>

export interface CheckedLine extends DeliveryLine {
  state: TraceState
  packages: number
}

/** Whether each line has its transaction data, needs none, or lacks it. */
export const checkDelivery = (lines: readonly DeliveryLine[], counts: PackageCounts): CheckedLine[] =>
  lines.map((line) => {
    const packages = gtinsOfNumber(line.number).reduce((count, gtin) => count + (counts.get(gtin) ?? 0), 0)
    return { ...line, packages, state: stateOf(line, packages) }
  })

const stateOf = ({ shipped, needsTrace }: DeliveryLine, packages: number): TraceState => {
  if (packages > 0) return packages < shipped && needsTrace !== false ? 'partial' : 'available'
  if (needsTrace === false) return 'notRequired'
  if (shipped === 0) return 'notShipped'
  return needsTrace === null ? 'unknown' : 'missing'
}

/** The state of the whole delivery: the one that needs attention most. */
export const totalState = (lines: readonly { state: TraceState }[]): TraceState =>
  (['missing', 'partial', 'unknown', 'available', 'notShipped'] as const).find((state) =>
    lines.some((line) => line.state === state),
  ) ?? 'notRequired'

/** How documents contradict the order; empty if they agree. */
export const findConflict = (lines: readonly CheckedLine[], counts: PackageCounts): string => {
  const known = new Set(lines.flatMap(({ number }) => gtinsOfNumber(number)))
  const foreign = [...counts.keys()].filter((gtin) => !known.has(gtin))
  return [
    ...lines
      .filter(({ packages, ordered }) => packages > ordered)
      .map(({ number, packages, ordered }) => `${number}: ${packages} in the documents, ${ordered} ordered.`),
    ...foreign.map((gtin) => `GTIN ${gtin} is not on the order.`),
  ]
    .slice(0, 5)
    .join(' ')
}

/** An ambiguous number has several. */
const gtinsOfNumber = (number: string): string[] => [...new Set(ndcKeys(number).flatMap(gtinsOf))]
