import type { Tx } from '#platform/db/tables.ts'

/** Links invoices that came before their order and collects tracking numbers; known numbers stay. */
export const joinTracking = async (tx: Tx, orderIds: readonly string[]): Promise<void> => {
  if (orderIds.length === 0) return
  const orders = await tx
    .selectFrom('sales_order')
    .where('id', 'in', orderIds)
    .select(['id', 'erp_id', 'erp_tracking', 'tracking_code'])
    .execute()
  await adoptInvoices(tx, orders)
  const invoices = await tx
    .selectFrom('invoice')
    .where('order_id', 'in', orderIds)
    .where('tracking_number', '!=', '')
    .orderBy('id')
    .select(['order_id', 'tracking_number'])
    .execute()
  const codes = Map.groupBy(invoices, ({ order_id }) => order_id)
  for (const { id, erp_tracking, tracking_code } of orders) {
    const all = [erp_tracking, ...(codes.get(id) ?? []).map((one) => one.tracking_number)].flatMap(numbersIn)
    const joined = [...new Set(all)].join(',')
    if (joined && joined !== tracking_code)
      await tx.updateTable('sales_order').where('id', '=', id).set({ tracking_code: joined }).execute()
  }
}

const numbersIn = (list: string): string[] =>
  list
    .split(',')
    .map((number) => number.trim())
    .filter(Boolean)

const adoptInvoices = async (tx: Tx, orders: readonly { id: string; erp_id: string | null }[]): Promise<void> => {
  const numbers = orders.flatMap(({ erp_id }) => (erp_id ? [erp_id] : []))
  if (numbers.length === 0) return
  const waiting = await tx
    .selectFrom('invoice')
    .where('order_id', 'is', null)
    .where('erp_order_id', '!=', '')
    .where('erp_order_id', 'in', numbers)
    .select(['id', 'erp_order_id'])
    .execute()
  for (const { id, erp_order_id } of waiting) {
    const order = orders.find(({ erp_id }) => erp_id === erp_order_id)
    if (order) await tx.updateTable('invoice').where('id', '=', id).set({ order_id: order.id }).execute()
  }
}
