import type * as z from 'zod/mini'
import { ndcKey } from '#catalog/normalize-ndc.ts'
import { listParcels } from '#fulfillment/list-parcels.ts'
import { deliveriesOf } from '#fulfillment/read-backorders.ts'
import type { Db } from '#platform/db/tables.ts'
import type { CsvColumns } from '#platform/http/csv.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { listFile } from '#platform/http/xlsx.ts'
import { ordersOf, type ExportLines } from '#orders/history/list-orders.ts'
import { linesOf } from '#orders/history/read-lines.ts'
import type { OrderRow } from '#orders/order-shapes.ts'
import { type BilledLines, billedOfOrders } from './list-billed.ts'

type Order = z.input<typeof OrderRow>

/** A line of an order with what became of it; null where it is not known. */
interface OrderedLine {
  order: Order
  lineNo: number
  number: string
  name: string
  coldStatus: string
  deaSchedule: string
  note: string
  quantity: number
  price: number
  canceled: number
  shipped: number | null
  backordered: number | null
  expectedOn: string | null
  substituted: number
  substitutes: string
  invoiced: number | null
}

/** The lines of these orders with what became of each, behind the columns of the orders. */
export const exportLines: ExportLines = (db, { caller, format, ids, orderCsv }) =>
  listFile(format, 'order-lines', {
    columns: lineCsvOf(orderCsv),
    ids,
    read: (some) => linesOfOrders(db, caller, some),
  })

const linesOfOrders = async (db: Db, caller: Caller, ids: readonly string[]): Promise<OrderedLine[]> => {
  const [orders, found, billed] = await Promise.all([
    ordersOf(db, ids),
    db
      .selectFrom('sales_order')
      .where('id', 'in', ids)
      .select(['id', 'erp_status', linesOf.as('lines'), deliveriesOf.as('deliveries')])
      .execute(),
    billedOfOrders(db, caller, ids),
  ])
  const byId = new Map(found.map((one) => [one.id, one]))
  return orders.flatMap((order) => {
    const { lines = [], deliveries = [], erp_status = null } = byId.get(order._id) ?? {}
    const numbered = lines.map((line, at) => ({ ...line, lineNo: at + 1 }))
    const isClosed = order.isCancelled || erp_status === '3'
    const { outcomes, substitutes } = listParcels({ lines: numbered, deliveries, isClosed })
    const invoiced = invoicedOf(numbered, billed.get(order._id))
    return numbered.map((line, at): OrderedLine => {
      const { lineNo, slug, name, coldStatus, deaSchedule, quantity, price } = line
      const outcome = outcomes[at]
      return {
        order,
        lineNo,
        number: slug,
        name,
        coldStatus,
        deaSchedule,
        quantity,
        price,
        note: line.note ?? '',
        canceled: order.isCancelled ? Math.max(0, quantity - (outcome?.shipped ?? 0)) : (line.canceledQuantity ?? 0),
        shipped: outcome?.shipped ?? null,
        backordered: outcome?.backordered ?? null,
        expectedOn: outcome?.expectedOn ?? null,
        substituted: order.isCancelled ? 0 : (outcome?.substituted ?? 0),
        substitutes: (order.isCancelled ? [] : (substitutes[at] ?? []))
          .map((one) => `${one.quantity} × ${one.name} (${one.slug})`)
          .join(', '),
        invoiced: invoiced[at] ?? null,
      }
    })
  })
}

interface Billable {
  slug: string
  quantity: number
  canceledQuantity: number | null
  inErp: { unit: string } | null
}

/** Lines of one product are billed in their order; what is billed in excess belongs to the last one. */
const invoicedOf = (lines: readonly Billable[], billed: BilledLines | undefined): (number | null)[] => {
  if (!billed) return lines.map(() => 0)
  if (billed.isUnclear) return []
  const items = Map.groupBy(billed.lines, ({ number }) => keyOf(number))
  const left = new Map([...items].map(([key, some]) => [key, some.reduce((sum, { quantity }) => sum + quantity, 0)]))
  return lines.map(({ slug, quantity, canceledQuantity, inErp }, at) => {
    const key = keyOf(slug)
    const isOtherUnit = items.get(key)?.some(({ unit }) => unit && inErp?.unit && unit !== inErp.unit)
    if (isOtherUnit) return null
    const isLast = !lines.some((other, later) => later > at && keyOf(other.slug) === key)
    const rest = left.get(key) ?? 0
    const own = isLast ? rest : Math.min(rest, quantity - (canceledQuantity ?? 0))
    left.set(key, rest - own)
    return own
  })
}

const keyOf = (number: string): string => ndcKey(number) || number.toUpperCase()

const lineCsvOf = (orderCsv: CsvColumns<Order>): CsvColumns<OrderedLine> => ({
  ...Object.fromEntries(
    Object.entries(orderCsv).map(([title, valueOf]) => [title, ({ order }: OrderedLine) => valueOf(order)]),
  ),
  Line: (row) => row.lineNo,
  'NDC or item number': (row) => row.number,
  Product: (row) => row.name,
  Storage: (row) => row.coldStatus,
  'DEA schedule': (row) => row.deaSchedule,
  Quantity: (row) => row.quantity,
  'Price (USD)': (row) => row.price,
  Canceled: (row) => row.canceled,
  Substituted: (row) => row.substituted,
  'Ships instead': (row) => row.substitutes,
  Shipped: (row) => row.shipped,
  Backordered: (row) => row.backordered,
  Expected: (row) => row.expectedOn,
  Invoiced: (row) => row.invoiced,
  'Line note': (row) => row.note,
})
