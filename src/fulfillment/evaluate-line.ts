/** What the ERP and the portal know about one order line, in pieces. */
export interface LineFacts {
  ordered: number
  canceled: number
  /** Pieces that other products replace. */
  substituted: number
  /** All parcels of the line. */
  shipped: number
  invoiced: number
  returned: number
  /** What the ERP plans; null if it does not report it. */
  schedule: LineSchedule | null
}

export interface LineSchedule {
  /** Empty if the ERP does not name one. */
  unit: string
  /** A calendar day, like `on`; null if the ERP does not name one. */
  requestedOn: string | null
  confirmed: { quantity: number; on: string | null }[]
}

/**
 * `ordered + overDelivered = canceled + substituted + shipped + waiting` at every moment; `backordered` is part of `waiting`.
 */
export interface LineQuantities {
  ordered: number
  canceled: number
  substituted: number
  shipped: number
  waiting: number
  /** The waiting pieces that the ERP confirms for a later day than requested, or not at all. */
  backordered: number
  /** When the first of them are expected; null if the ERP names no day. */
  expectedOn: string | null
  /** Shipped in excess of what was left of the line. */
  overDelivered: number
  invoiced: number
  /** Invoiced in excess of what was shipped: billed ahead, or a parcel is not known. */
  billedAhead: number
  returned: number
}

/** The quantities of a line. They depend on the facts alone, never on the order in which the ERP reported them. */
export const evaluateLine = ({ ordered, canceled, shipped, schedule, ...facts }: LineFacts): LineQuantities => {
  // A substitute in smaller packs can have more pieces than it replaces.
  const substituted = Math.min(facts.substituted, ordered - canceled)
  const left = ordered - canceled - substituted
  const waiting = Math.max(0, left - shipped)
  return {
    ordered,
    canceled,
    shipped,
    waiting,
    ...backorderOf({ shipped, waiting, schedule }),
    overDelivered: Math.max(0, shipped - left),
    ...facts,
    substituted,
    billedAhead: Math.max(0, facts.invoiced - shipped),
  }
}

/** Shipped pieces are the earliest confirmed ones. Without a requested day, the earliest confirmed day is on time. */
const backorderOf = ({ shipped, waiting, schedule }: Pick<LineFacts, 'shipped' | 'schedule'> & { waiting: number }) => {
  // A schedule without confirmed lines is one that the ERP has not checked yet.
  if (!schedule || schedule.confirmed.length === 0) return { backordered: 0, expectedOn: null }
  const confirmed = schedule.confirmed.toSorted((one, other) => (one.on ?? '').localeCompare(other.on ?? ''))
  const due = schedule.requestedOn ?? confirmed.find(({ quantity }) => quantity > 0)?.on ?? null
  const open = withoutFirst(confirmed, shipped)
  const isLate = ({ on }: { on: string | null }) => on !== null && due !== null && on > due
  const onTime = open.filter((one) => !isLate(one)).reduce((sum, { quantity }) => sum + quantity, 0)
  const backordered = Math.max(0, waiting - onTime)
  return { backordered, expectedOn: backordered > 0 ? (open.find(isLate)?.on ?? null) : null }
}

const withoutFirst = (confirmed: LineSchedule['confirmed'], pieces: number): LineSchedule['confirmed'] => {
  let left = pieces
  return confirmed.flatMap(({ quantity, on }) => {
    const gone = Math.min(left, quantity)
    left -= gone
    return quantity > gone ? [{ quantity: quantity - gone, on }] : []
  })
}
