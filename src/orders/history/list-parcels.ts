import type { UnwrittenOrder } from '../order-shapes.ts'
import { evaluateLine, type LineSchedule } from '../evaluate-line.ts'
import { type DeliveryItem, matchParcels, type Shipment } from '../match-parcels.ts'

/** A shipped delivery with its items of this order. */
export interface ShippedDelivery {
  number: string
  at: string | null
  shippingMethod: string
  trackingCode: string
  items: DeliveryItem[]
}

interface Line {
  lineNo: number
  name: string
  slug: string
  quantity: number
  canceledQuantity: number | null
  schedule: LineSchedule | null
}

interface Shipped {
  lines: readonly Line[]
  deliveries: readonly ShippedDelivery[]
  /** Whether nothing more is planned: the ERP completed or canceled the order. */
  isClosed: boolean
}

type Outcome = NonNullable<UnwrittenOrder['orderItems'][number]['outcome']>

/** The outcome of each line, by line number, and the parcels; nothing where the ERP reports nothing. */
export const listParcels = ({ lines, deliveries, isClosed }: Shipped) => {
  const matched = lines.map(({ canceledQuantity, schedule, ...line }) => ({
    ...line,
    canceled: canceledQuantity ?? 0,
    unit: schedule?.unit ?? '',
  }))
  const shipments = matchParcels(matched, deliveries)
  const outcomes = lines.map((line) =>
    outcomeOf(line, {
      shipments: shipments.filter(({ lineNo }) => lineNo === line.lineNo),
      schedule: isClosed ? null : line.schedule,
      hasParcels: deliveries.length > 0,
    }),
  )
  const nameOf = new Map(lines.map(({ lineNo, name }) => [lineNo, name]))
  const parcels = deliveries.map(({ items: _, ...delivery }, parcel) => ({
    ...delivery,
    lines: shipments
      .filter((shipment) => shipment.parcel === parcel)
      .map(({ lineNo, productId, quantity }) => ({
        name: (lineNo === null ? undefined : nameOf.get(lineNo)) ?? productId,
        quantity,
      })),
  }))
  return { outcomes, parcels }
}

interface Known {
  shipments: readonly Shipment[]
  schedule: LineSchedule | null
  hasParcels: boolean
}

/** Undefined if nothing is known, or if a parcel counts in another unit than the line. */
const outcomeOf = (line: Line, { shipments, schedule, hasParcels }: Known): Outcome | undefined => {
  if (!hasParcels && schedule === null) return undefined
  if (shipments.some(({ isSameUnit }) => !isSameUnit)) return undefined
  const { shipped, waiting, backordered, expectedOn, overDelivered } = evaluateLine({
    ordered: line.quantity,
    canceled: line.canceledQuantity ?? 0,
    shipped: shipments.reduce((sum, { quantity }) => sum + quantity, 0),
    invoiced: 0,
    returned: 0,
    schedule,
  })
  return { shipped, waiting, backordered, expectedOn, overDelivered }
}
