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

/** A product that ships instead of a line's. */
export interface Substitute {
  /** The item of the sales order. */
  item: string
  productId: string
  quantity: number
}

export interface Parcel {
  items: readonly DeliveryItem[]
}

export interface Shipment {
  /** Null if it is a substitute or not on the order. */
  lineNo: number | null
  /** The substitute; null if it is none. */
  substitute: Substitute | null
  /** Index of the parcel. */
  parcel: number
  productId: string
  quantity: number
  lot: string
  isSameUnit: boolean
}

/**
 * Assigns each shipped item to a line or substitute with its product: the one at the item's position, else the first
 * that still waits, else the last one, so that no shipped piece disappears or counts twice.
 */
export const matchParcels = (
  lines: readonly Line[],
  parcels: readonly Parcel[],
  substitutes: readonly Substitute[] = [],
): Shipment[] => {
  const waiting = new Map(lines.map(({ lineNo, quantity, canceled }) => [lineNo, quantity - canceled]))
  const expected = new Map(substitutes.map((one) => [one, one.quantity]))
  const take = <K>(left: Map<K, number>, key: K, pieces: number) => left.set(key, (left.get(key) ?? 0) - pieces)
  return parcels.flatMap(({ items }, parcel) =>
    items.map(({ orderItem, productId, quantity, unit, lot = '' }) => {
      const same = lines.filter(({ slug }) => keyOf(slug) === keyOf(productId))
      const instead = substitutes.filter((one) => keyOf(one.productId) === keyOf(productId))
      const positioned = instead.find(({ item }) => Number(item) === Number(orderItem || Number.NaN))
      const line = positioned
        ? undefined
        : (same.find(({ lineNo }) => lineNo * 10 === Number(orderItem)) ??
          same.find(({ lineNo }) => (waiting.get(lineNo) ?? 0) > 0) ??
          (instead.length === 0 ? same.at(-1) : undefined))
      const substitute =
        positioned ?? (line ? undefined : (instead.find((one) => (expected.get(one) ?? 0) > 0) ?? instead.at(-1)))
      if (line) take(waiting, line.lineNo, quantity)
      if (substitute) take(expected, substitute, quantity)
      const isSameUnit = !line?.unit || !unit || line.unit === unit
      const lineNo = line?.lineNo ?? null
      return { lineNo, substitute: substitute ?? null, parcel, productId, quantity, lot, isSameUnit }
    }),
  )
}

/** The ERP may format an NDC differently from the catalog; item numbers are compared case-insensitively. */
const keyOf = (number: string): string => ndcKey(number) || number.toUpperCase()
