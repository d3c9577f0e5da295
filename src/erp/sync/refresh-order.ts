import { sql } from 'kysely'
import { cancelPieces } from '#orders/cancel-pieces.ts'
import type { CountOrders } from '#orders/count-orders.ts'
import type { OrderChange } from '#fulfillment/record-changes.ts'
import { recorderIn } from '#platform/act.ts'
import { deleteRecords } from '#platform/db/delete-records.ts'
import type { Tx } from '#platform/db/tables.ts'
import { asDollars } from '#shared/money.ts'
import type { ErpOrder } from '../gateway/erp.ts'
import { compareAddresses } from './compare-addresses.ts'
import { type ComparedLine, compareWithErp, type LinesOf } from './compare-lines.ts'
import { billToOf, insertLines, linesOf, liveAmount, ownerAmong, ownersOf, amountsOf } from './import-orders.ts'
import type { ExistingOrder } from './existing-orders.ts'
import type { OrderCancellation } from './handle-cancellations.ts'

interface Refreshing {
  known: ExistingOrder
  order: ErpOrder
  /** Lines of portal orders. */
  lines: LinesOf
  countOrders: CountOrders
}

export interface Refreshed {
  hasChanged: boolean
  turn: OrderCancellation | null
}

const asItWas: Refreshed = { hasChanged: false, turn: null }

/** Updates one order from the ERP, unless the portal has a newer version. */
export const refreshOrder = async (tx: Tx, { known, order, lines, countOrders }: Refreshing): Promise<Refreshed> => {
  if (known.deleted_at !== null || isOutdated(known, order)) return asItWas
  const turn = turnOf(known, order)
  const told = newsOf(known, order)
  const news = { ...told, ...(await ownerIn(tx, known, order, told)) }
  const isLater = isNewer(known, order)
  const typed = known.erp_created && isLater ? await linesAnew(tx, known.id, order) : null
  const compared = known.erp_created || order.isCancelled ? [] : compareWithErp(lines.get(known.id) ?? [], order)
  const canceled = compared.filter(({ before, now }) => before !== now)
  const changes = [
    ...(typed ?? compared.flatMap((line) => line.changes)),
    ...(order.isCancelled ? [] : compareAddresses(known, order)),
  ]
  const isSame =
    typed === null && canceled.length === 0 && changes.length === 0 && turn === null && Object.keys(news).length === 0
  if (compared.length > 0) await writeStates(tx, known, compared)
  await writeShipTo(tx, known, order)
  if (!isLater && isSame) return asItWas
  const isCounted = typed !== null || canceled.length > 0 || turn !== null || news.business_id !== undefined
  // Out of the totals before it changes, and back in afterwards; a canceled order adds nothing.
  if (isCounted) await countOrders(tx, [known.id], -1)
  const values = {
    ...news,
    ...(isLater && { erp_changed_at: order.changedAt }),
    ...(typed && { ...amountsOf(order), ...partOf(known, amountsOf(order).cancelled_line_count) }),
    ...(turn === 'canceled' && { cancelled_at: sql<Date>`now()` }),
    ...(turn === 'reinstated' && { reinstated_at: sql<Date>`now()` }),
  }
  if (Object.keys(values).length > 0)
    await tx.updateTable('sales_order').where('id', '=', known.id).set(values).execute()
  if (typed) {
    await removeLines(tx, known, order)
    await insertLines(tx, [{ orderId: known.id, order }])
  }
  if (canceled.length > 0) await cancelPieces(tx, known.id, canceled)
  if (isCounted) await countOrders(tx, [known.id], 1)
  const replaced = compared.flatMap((line) => line.replaced ?? [])
  const hasTurned = turn !== null || changes.length > 0
  return { hasChanged: !isSame, turn: hasTurned ? { known, order, turn, changes, replaced } : null }
}

/** The audit trail keeps the lines that the ERP replaces. */
const removeLines = async (tx: Tx, known: ExistingOrder, order: ErpOrder): Promise<void> => {
  const lines = await tx
    .selectFrom('order_line')
    .select(['line_no', 'slug', 'name', 'quantity', 'cancelled_quantity', 'price'])
    .where('order_id', '=', known.id)
    .orderBy('line_no')
    .execute()
  if (lines.length === 0) return
  await recorderIn(tx)('order lines replaced', ['sales order', known.id], {
    before: { lines },
    after: { orderIdSap: order.id },
  })
  await deleteRecords(tx, async () => {
    await tx.deleteFrom('order_line').where('order_id', '=', known.id).execute()
  })
}

/** True if the portal has a newer version. */
export const isOutdated = ({ erp_changed_at }: ExistingOrder, { changedAt }: ErpOrder): boolean =>
  erp_changed_at !== null && changedAt !== null && erp_changed_at > changedAt

const turnOf = (known: ExistingOrder, order: ErpOrder) => {
  if (!order.isCancelled) return known.is_cancelled ? 'reinstated' : null
  return known.is_cancelled ? null : 'canceled'
}

const partOf = (known: ExistingOrder, count: number) =>
  count > known.cancelled_line_count ? { part_cancelled_at: sql<Date>`now()` } : {}

/** What the next reading is compared with. */
const writeStates = async (tx: Tx, known: ExistingOrder, compared: readonly ComparedLine[]): Promise<void> => {
  const states = compared.map(({ lineNo, inErp }) => ({ line_no: lineNo, state: inErp }))
  await sql`
    update order_line set erp_item = given.state
    from json_to_recordset(${JSON.stringify(states)}::json) as given (line_no integer, state jsonb)
    where order_id = ${known.id}::uuid and order_line.line_no = given.line_no`.execute(tx)
}

const writeShipTo = async (tx: Tx, { id, erp_ship_to }: ExistingOrder, { shipTo }: ErpOrder): Promise<void> => {
  if (!shipTo || shipTo.address === erp_ship_to) return
  await tx.updateTable('sales_order').where('id', '=', id).set({ erp_ship_to: shipTo.address }).execute()
}

const isNewer = ({ erp_changed_at }: ExistingOrder, { changedAt }: ErpOrder): boolean =>
  changedAt !== null && (erp_changed_at === null || changedAt > erp_changed_at)

type News = Partial<Omit<ExistingOrder, 'ship_location'>>

/** Changed fields. In portal orders the PO number and shipping method stay as the customer entered them. */
const newsOf = (known: ExistingOrder, order: ErpOrder): News => {
  const amount = liveAmount(order)
  const told: News = {
    erp_object_id: order.objectId,
    erp_id: order.id,
    is_cancelled: order.isCancelled,
    ...(order.status && { erp_status: order.status }),
    ...(amount !== null && { erp_net_amount: amount }),
    ...(order.trackingCode !== null && { erp_tracking: order.trackingCode }),
    ...(known.erp_created && {
      ...(order.purchaseOrder !== null && { purchase_order: order.purchaseOrder }),
      ...(order.shippingMethod !== null && { shipping_method: order.shippingMethod }),
    }),
    ...((known.erp_created || !known.bill_to_party_id) && billTo(order)),
  }
  return Object.fromEntries(Object.entries(told).filter(([name, value]) => known[name as keyof News] !== value))
}

/** An order created in the ERP is assigned to the business with its account number. */
const ownerIn = async (tx: Tx, known: ExistingOrder, order: ErpOrder, news: News): Promise<News> => {
  if (!known.erp_created || news.bill_to_party_id === undefined) return {}
  const business_id = ownerAmong(await ownersOf(tx, [order]), order)
  return business_id === known.business_id ? {} : { business_id, user_id: null }
}

const billTo = (order: ErpOrder): News => {
  const party = billToOf(order)
  return party ? { bill_to_party_id: party } : {}
}

/** Compares the lines of an order created in the ERP: null if unchanged, else what is different for the buyer. */
const linesAnew = async (tx: Tx, orderId: string, order: ErpOrder): Promise<OrderChange[] | null> => {
  const rows = await tx
    .selectFrom('order_line')
    .where('order_id', '=', orderId)
    .orderBy('line_no')
    .select(['name', 'slug', 'quantity', 'cancelled_quantity as cancelled', 'price'])
    .execute()
  const lines = linesOf(order)
  const now = lines.map(({ slug, quantity, cancelled, price }) => ({ slug, quantity, cancelled, price }))
  const was = rows.map(({ name: _, ...row }) => row)
  if (now.length === 0 || JSON.stringify(was) === JSON.stringify(now)) return null
  return changesBetween(rows, lines)
}

type KnownLine = Pick<ReturnType<typeof linesOf>[number], 'name' | 'slug' | 'quantity' | 'cancelled' | 'price'>

/** The ERP may have moved the lines: those with the same number belong together, in their sequence. */
const changesBetween = (rows: readonly KnownLine[], lines: readonly KnownLine[]): OrderChange[] => {
  const left = [...rows]
  const changed = lines.flatMap((line): OrderChange[] => {
    const at = left.findIndex(({ slug }) => slug === line.slug)
    const [row] = at < 0 ? [] : left.splice(at, 1)
    const about = { lineNo: null, name: row?.name ?? line.name }
    if (!row) return line.cancelled ? [] : [{ ...about, field: 'added', before: '0', after: String(line.quantity) }]
    return [
      ...differing({ ...about, field: 'quantity', before: String(liveOf(row)), after: String(liveOf(line)) }),
      ...differing({ ...about, field: 'price', before: asDollars(row.price), after: asDollars(line.price) }),
    ]
  })
  const gone = left.map((row): OrderChange => ({
    lineNo: null,
    name: row.name,
    field: 'quantity',
    before: String(liveOf(row)),
    after: '0',
  }))
  return [...changed, ...gone.flatMap(differing)]
}

const liveOf = ({ quantity, cancelled }: KnownLine): number => quantity - cancelled

const differing = (change: OrderChange): OrderChange[] => (change.before === change.after ? [] : [change])
