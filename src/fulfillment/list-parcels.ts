import type { LineOutcome } from './outcome-shapes.ts'
import type { LineInErp } from './erp-line.ts'
import { evaluateLine, type LineSchedule } from './evaluate-line.ts'
import { type DeliveryItem, matchParcels, type Shipment } from './match-parcels.ts'

/** A shipped delivery with its items of this order. */
export interface ShippedDelivery {
  number: string
  at: string | null
  shippingMethod: string
  trackingCode: string
  items: DeliveryItem[]
}

/** Whether the buyer agreed to an item of the ERP with a substitute. */
export interface SubstituteState {
  item: string
  answer: 'waiting' | 'yes' | 'no'
}

interface Line {
  lineNo: number
  name: string
  slug: string
  quantity: number
  canceledQuantity: number | null
  schedule: LineSchedule | null
  inErp: LineInErp | null
  /** Of its substitutes that need the buyer's yes. */
  answers?: readonly SubstituteState[] | null
}

interface Shipped {
  lines: readonly Line[]
  deliveries: readonly ShippedDelivery[]
  /** Whether nothing more is planned: the ERP completed or canceled the order. */
  isClosed: boolean
  /** What has not shipped never will. */
  isCanceled?: boolean
}

/** The outcome of each line, by line number, and the parcels; nothing where the ERP reports nothing. */
export const listParcels = ({ lines, deliveries, isClosed, isCanceled = false }: Shipped) => {
  const matched = lines.map(({ canceledQuantity, schedule, ...line }) => ({
    ...line,
    canceled: canceledQuantity ?? 0,
    unit: schedule?.unit ?? '',
  }))
  const replacing = lines.flatMap(({ inErp }) => inErp?.substitutes ?? [])
  const shipments = matchParcels(matched, deliveries, replacing)
  const outcomes = lines.map((line) =>
    outcomeOf(line, {
      shipments: shipments.filter(({ lineNo }) => lineNo === line.lineNo),
      schedule: isClosed ? null : line.schedule,
      hasParcels: deliveries.length > 0,
      isCanceled,
    }),
  )
  const nameOf = new Map(lines.map(({ lineNo, name }) => [lineNo, name]))
  const substitutes = lines.map(({ inErp, answers }) =>
    (inErp?.substitutes ?? []).map((substitute) => {
      const { item, name, productId: slug, quantity } = substitute
      const shipped = shipments.reduce((sum, one) => sum + (one.substitute === substitute ? one.quantity : 0), 0)
      const { answer } = answers?.find((one) => one.item === item) ?? {}
      // Nothing is asked about what has shipped.
      const isOver = answer === 'waiting' && (isClosed || shipped >= quantity)
      return { name, slug, quantity, shipped, ...(answer && !isOver && { answer }) }
    }),
  )
  const parcels = deliveries.map(({ items: _, ...delivery }, parcel) => ({
    ...delivery,
    lines: shipments
      .filter((shipment) => shipment.parcel === parcel)
      .map(({ lineNo, substitute, productId, quantity, lot }) => ({
        name: (lineNo === null ? replacing.find((one) => one === substitute)?.name : nameOf.get(lineNo)) ?? productId,
        quantity,
        ...(lot && { lot }),
      })),
  }))
  return { outcomes, parcels, substitutes }
}

interface Known {
  shipments: readonly Shipment[]
  schedule: LineSchedule | null
  hasParcels: boolean
  isCanceled: boolean
}

/** Undefined if nothing is known, or if a parcel counts in another unit than the line. */
const outcomeOf = (line: Line, { shipments, schedule, hasParcels, isCanceled }: Known): LineOutcome | undefined => {
  const { length: replacements } = line.inErp?.substitutes ?? []
  if (!hasParcels && schedule === null && replacements === 0) return undefined
  if (shipments.some(({ isSameUnit }) => !isSameUnit)) return undefined
  const gone = shipments.reduce((sum, { quantity }) => sum + quantity, 0)
  const { substituted, ...quantities } = evaluateLine({
    ordered: line.quantity,
    canceled: isCanceled ? Math.max(0, line.quantity - gone) : (line.canceledQuantity ?? 0),
    substituted: replacements === 0 || isCanceled ? 0 : replacedPieces(line),
    shipped: gone,
    invoiced: 0,
    returned: 0,
    schedule,
  })
  const { shipped, waiting, backordered, expectedOn, overDelivered } = quantities
  return { shipped, waiting, backordered, expectedOn, overDelivered, ...(substituted > 0 && { substituted }) }
}

const replacedPieces = ({ quantity, canceledQuantity, inErp }: Line): number =>
  Math.max(0, quantity - (canceledQuantity ?? 0) - (inErp?.quantity ?? 0))
