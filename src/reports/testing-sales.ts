import { sql } from 'kysely'
import { accountNumber } from '#shared/account-number.ts'
import { orderOwner } from '#orders/history/testing-lists.ts'
import { addProducts } from '#catalog/add-products.ts'
import { transaction } from '#platform/db/connect.ts'
import { deleteRecords } from '#platform/db/delete-records.ts'
import type { Db, NewRow } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { countOrders } from './count-orders.ts'

export interface SaleLine {
  product: { _id: string; ndc?: string } | null
  quantity: number
  price: number
}

const lineRows = (orderId: string, lines: SaleLine[]): NewRow<'order_line'>[] =>
  lines.map(({ product, quantity, price }, at) => ({
    order_id: orderId,
    line_no: at + 1,
    product_id: product?._id ?? null,
    name: 'Something',
    slug: product?.ndc ?? 'unknown',
    quantity,
    price,
  }))

const sumOf = (lines: SaleLine[]) => ({
  total_price: lines.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0) / 100,
  line_count: lines.length,
})

/** Writes an order like the ERP feed: the row, its lines and the figures, atomically. */
export const importOrder = (
  db: Db,
  user: { _id: string } | null,
  lines: SaleLine[],
  facts: Partial<NewRow<'sales_order'>> = {},
) =>
  transaction(db, async (tx) => {
    const id = newId()
    const row = { id, user_id: user?._id ?? null, ship_region: 'MA', ship_country: 'US', ...sumOf(lines), ...facts }
    const bill_to_party_id = accountNumber(facts.bill_to_party_id ?? '')
    const business_id = await orderOwner(tx, { ...row, bill_to_party_id })
    await tx
      .insertInto('sales_order')
      .values({ erp_reference: `T-${id.slice(-12)}`, erp_created: true, business_id, ...row, bill_to_party_id })
      .execute()
    await tx.insertInto('order_line').values(lineRows(id, lines)).execute()
    await countOrders(tx, [id], 1)
    return id
  })

export const deleteSale = (db: Db, id: string) =>
  transaction(db, async (tx) => {
    await countOrders(tx, [id], -1)
    await tx.updateTable('sales_order').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  })

/** Cancels like the ERP feed: the whole order, or some units of each line. */
export const cancelOrder = (db: Db, id: string, facts: { pieces?: number; isCancelled?: boolean }) =>
  transaction(db, async (tx) => {
    await countOrders(tx, [id], -1)
    if (facts.isCancelled !== undefined)
      await tx.updateTable('sales_order').set({ is_cancelled: facts.isCancelled }).where('id', '=', id).execute()
    if (facts.pieces !== undefined)
      await sql`
        with line as (
          update order_line set cancelled_quantity = least(quantity, ${facts.pieces}) where order_id = ${id}::uuid
          returning (quantity - cancelled_quantity) * price as amount
        )
        update sales_order set total_price = (select sum(amount) from line) where id = ${id}::uuid`.execute(tx)
    await countOrders(tx, [id], 1)
  })

export const changeSale = (db: Db, id: string, lines: SaleLine[]) =>
  transaction(db, async (tx) => {
    await countOrders(tx, [id], -1)
    await deleteRecords(tx, async () => {
      await tx.deleteFrom('order_line').where('order_id', '=', id).execute()
    })
    await tx.insertInto('order_line').values(lineRows(id, lines)).execute()
    await tx.updateTable('sales_order').set(sumOf(lines)).where('id', '=', id).execute()
    await countOrders(tx, [id], 1)
  })

export const addProduct = async (db: Db, ndc: string, facts = {}) => {
  const [added] = await addProducts(db, [
    { name: `Product ${ndc}`, ndc_number: ndc, price: 10, is_published: true, ...facts },
  ])
  return { _id: added?._id ?? '', ndc }
}
