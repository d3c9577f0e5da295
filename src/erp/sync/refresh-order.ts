import type { CountOrders } from '#orders/count-orders.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { ErpOrder } from '../gateway/erp.ts'
import { billToOf, insertLines, linesOf, ownerAmong, ownersOf, sumOf } from './import-orders.ts'
import type { KnownOrder } from './known-orders.ts'

/** Brings one order up to the ERP's word, unless the portal has heard a newer one. True when something changed. */
export const refreshOrder = async (
  tx: Tx,
  known: KnownOrder,
  order: ErpOrder,
  countOrders: CountOrders,
): Promise<boolean> => {
  if (known.deleted_at !== null) return false
  if (known.erp_changed_at && order.changedAt && known.erp_changed_at > order.changedAt) return false
  const told = newsOf(known, order)
  const news = { ...told, ...(await ownerIn(tx, known, order, told)) }
  const hasNewLines = known.order_from_sap && isNewer(known, order) && (await haveLinesChanged(tx, known.id, order))
  const isLater = isNewer(known, order)
  if (!isLater && !hasNewLines && Object.keys(news).length === 0) return false
  const isCounted = hasNewLines || news.business_id !== undefined
  if (isCounted) await countOrders(tx, [known.id], -1)
  await tx
    .updateTable('sales_order')
    .where('id', '=', known.id)
    .set({ ...news, ...(isLater && { erp_changed_at: order.changedAt }), ...(hasNewLines && sumOf(order)) })
    .execute()
  if (hasNewLines) {
    await tx.deleteFrom('order_line').where('order_id', '=', known.id).execute()
    await insertLines(tx, [{ orderId: known.id, order }])
  }
  if (isCounted) await countOrders(tx, [known.id], 1)
  return hasNewLines || Object.keys(news).length > 0
}

const isNewer = ({ erp_changed_at }: KnownOrder, { changedAt }: ErpOrder): boolean =>
  changedAt !== null && (erp_changed_at === null || changedAt > erp_changed_at)

type News = Partial<KnownOrder>

/** What differs; of orders placed here the purchase order and the like stay as the customer wrote them. */
const newsOf = (known: KnownOrder, order: ErpOrder): News => {
  const told: News = {
    erp_object_id: order.objectId,
    erp_id: order.id,
    is_cancelled: order.isCancelled,
    ...(order.status && { order_status_sap: order.status }),
    ...(order.netAmount !== null && { erp_net_amount: order.netAmount }),
    ...(order.trackingCode !== null && { erp_tracking: order.trackingCode }),
    ...(known.order_from_sap && {
      ...(order.purchaseOrder !== null && { purchase_order: order.purchaseOrder }),
      ...(order.shippingMethod !== null && { shipping_method: order.shippingMethod }),
    }),
    ...((known.order_from_sap || !known.bill_to_party_id) && billTo(order)),
  }
  return Object.fromEntries(Object.entries(told).filter(([name, value]) => known[name as keyof News] !== value))
}

/** An order that was typed in the ERP follows its account number. */
const ownerIn = async (tx: Tx, known: KnownOrder, order: ErpOrder, news: News): Promise<News> => {
  if (!known.order_from_sap || news.bill_to_party_id === undefined) return {}
  const business_id = ownerAmong(await ownersOf(tx, [order]), order)
  return business_id === known.business_id ? {} : { business_id, user_id: null }
}

const billTo = (order: ErpOrder): News => {
  const party = billToOf(order)
  return party ? { bill_to_party_id: party } : {}
}

const haveLinesChanged = async (tx: Tx, orderId: string, order: ErpOrder): Promise<boolean> => {
  const rows = await tx
    .selectFrom('order_line')
    .where('order_id', '=', orderId)
    .orderBy('line_no')
    .select(['slug', 'quantity', 'price'])
    .execute()
  const now = linesOf(order).map(({ slug, quantity, price }) => ({ slug, quantity, price }))
  return now.length > 0 && JSON.stringify(rows) !== JSON.stringify(now)
}
