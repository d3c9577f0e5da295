import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'

/** Links invoices that came before their order and collects tracking numbers; known numbers stay. */
export const joinTracking = async (tx: Tx, orderIds: readonly string[]): Promise<void> => {
  if (orderIds.length === 0) return
  await sql`
    update invoice set order_id = sales_order.id from sales_order
    where sales_order.id = any(${orderIds}::uuid[]) and erp_order_id = erp_id and erp_order_id <> ''
      and invoice.order_id is null`.execute(tx)
  const orders = await tx
    .selectFrom('sales_order')
    .where('id', 'in', orderIds)
    .select(['id', 'erp_tracking', 'tracking_code'])
    .execute()
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
