import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import { toCents, toDollars } from '#shared/money.ts'
import type * as z from 'zod/mini'
import type { InvoiceDetail } from './contract.ts'

/** What was paid of an order in the portal; payments know. */
export type PaymentOfOrder = (db: Db, orderId: string) => Promise<z.input<typeof InvoiceDetail>['paidInPortal']>

/** What the ERP's invoices say of an order; without invoices that count nothing is said. */
export interface Invoiced {
  /** True when the ERP has booked the payment of all of them. */
  isSettled: boolean
  /** The goods of the order and those of its invoices, whose net amount is without the shipping charge, where the ERP billed another price. */
  priceDifference: { ordered: number; invoiced: number } | null
}

interface Sums {
  ordered: number
  invoiced: number
  is_complete: boolean
  is_settled: boolean
  is_own_price: boolean
}

/**
 * Sums an order's invoices up. Less than was ordered is a difference only once the ERP calls the order complete: until then
 * more may come. An order that was typed in the ERP has the ERP's prices anyway.
 */
export const compareWithOrder = async (db: Db | Tx, orderId: string): Promise<Invoiced> => {
  const { rows } = await sql<Sums>`
    select items_price as ordered, sum(total_net_amount) as invoiced,
      coalesce(erp_status, '') = '3' as is_complete,
      bool_and(coalesce(open_amount, total_gross_amount) <= 0) as is_settled,
      erp_created or bool_or(currency_code <> 'USD') as is_own_price
    from sales_order join invoice on order_id = sales_order.id and not is_cancellation and cancelled_by is null
      and not is_credit
    where sales_order.id = ${orderId}
    group by sales_order.id`.execute(db)
  const [sums] = rows
  if (!sums) return { isSettled: false, priceDifference: null }
  const [ordered, invoiced] = [toCents(Number(sums.ordered)), toCents(Number(sums.invoiced))]
  const isOther = !sums.is_own_price && (invoiced > ordered || (sums.is_complete && invoiced < ordered))
  return {
    isSettled: sums.is_settled,
    priceDifference: isOther ? { ordered: toDollars(ordered), invoiced: toDollars(invoiced) } : null,
  }
}
