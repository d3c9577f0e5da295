import { ndcKey } from '#catalog/normalize-ndc.ts'

/** An item of an outbound delivery of the ERP. */
export interface DeliveryItem {
  /** The number of the sales order. */
  orderId: string
  /** The item of the sales order; empty if the ERP does not name it. */
  orderItem: string
  /** The NDC or item number. */
  productId: string
  quantity: number
  unit: string
  /** The lot number; omitted if the ERP does not name it. */
  lot?: string
}

interface Line {
  lineNo: number
  slug: string
  quantity: number
  /** Canceled pieces. */
  canceled: number
  /** The ERP's unit of the line; empty if unknown. */
  unit: string
}

export interface Parcel {
  items: readonly DeliveryItem[]
}

export interface Shipment {
  /** Null if the product is not on the order, as with a substitute. */
  lineNo: number | null
  /** Index of the parcel. */
  parcel: number
  productId: string
  quantity: number
  lot: string
  isSameUnit: boolean
}

/**
 * Assigns each shipped item to a line with its product: the one at the item's position, else the first line that
 * still waits, else the last one, so that no shipped piece disappears.
 */
export const matchParcels = (lines: readonly Line[], parcels: readonly Parcel[]): Shipment[] => {
  const waiting = new Map(lines.map(({ lineNo, quantity, canceled }) => [lineNo, quantity - canceled]))
  return parcels.flatMap(({ items }, parcel) =>
    items.map(({ orderItem, productId, quantity, unit, lot = '' }) => {
      const same = lines.filter(({ slug }) => keyOf(slug) === keyOf(productId))
      const line =
        same.find(({ lineNo }) => lineNo * 10 === Number(orderItem)) ??
        same.find(({ lineNo }) => (waiting.get(lineNo) ?? 0) > 0) ??
        same.at(-1)
      if (line) waiting.set(line.lineNo, (waiting.get(line.lineNo) ?? 0) - quantity)
      const isSameUnit = !line?.unit || !unit || line.unit === unit
      return { lineNo: line?.lineNo ?? null, parcel, productId, quantity, lot, isSameUnit }
    }),
  )
}

/** The ERP may format an NDC differently from the catalog; item numbers are compared case-insensitively. */
const keyOf = (number: string): string => ndcKey(number) || number.toUpperCase()
