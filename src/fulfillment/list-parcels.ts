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
}

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
  const substitutes = lines.map(({ inErp, answers }) =>
    (inErp?.substitutes ?? []).map(({ item, productId, name, quantity }) => ({
      name,
      slug: productId,
      quantity,
      shipped: shipments
        .filter((one) => one.lineNo === null && one.productId === productId)
        .reduce((sum, one) => sum + one.quantity, 0),
      ...answerOf(answers?.find((one) => one.item === item)),
    })),
  )
  const substituteOf = new Map(substitutes.flat().map(({ slug, name }) => [slug, name]))
  const parcels = deliveries.map(({ items: _, ...delivery }, parcel) => ({
    ...delivery,
    lines: shipments
      .filter((shipment) => shipment.parcel === parcel)
      .map(({ lineNo, productId, quantity, lot }) => ({
        name: (lineNo === null ? substituteOf.get(productId) : nameOf.get(lineNo)) ?? productId,
        quantity,
        ...(lot && { lot }),
      })),
  }))
  return { outcomes, parcels, substitutes }
}

const answerOf = (state: SubstituteState | undefined) => (state ? { answer: state.answer } : {})

interface Known {
  shipments: readonly Shipment[]
  schedule: LineSchedule | null
  hasParcels: boolean
}

/** Undefined if nothing is known, or if a parcel counts in another unit than the line. */
const outcomeOf = (line: Line, { shipments, schedule, hasParcels }: Known): LineOutcome | undefined => {
  const { length: replacements } = line.inErp?.substitutes ?? []
  if (!hasParcels && schedule === null && replacements === 0) return undefined
  if (shipments.some(({ isSameUnit }) => !isSameUnit)) return undefined
  const { substituted, ...quantities } = evaluateLine({
    ordered: line.quantity,
    canceled: line.canceledQuantity ?? 0,
    substituted: replacements === 0 ? 0 : replacedPieces(line),
    shipped: shipments.reduce((sum, { quantity }) => sum + quantity, 0),
    invoiced: 0,
    returned: 0,
    schedule,
  })
  const { shipped, waiting, backordered, expectedOn, overDelivered } = quantities
  return { shipped, waiting, backordered, expectedOn, overDelivered, ...(substituted > 0 && { substituted }) }
}

const replacedPieces = ({ quantity, canceledQuantity, inErp }: Line): number =>
  Math.max(0, quantity - (canceledQuantity ?? 0) - (inErp?.quantity ?? 0))
