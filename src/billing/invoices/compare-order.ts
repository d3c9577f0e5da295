import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import { toCents, toDollars } from '#shared/money.ts'
import type * as z from 'zod/mini'
import type { InvoiceDetail } from './contract.ts'

/** Reads the portal payment of an order; the payments folder implements it. */
export type PaymentOfOrder = (db: Db, orderId: string) => Promise<z.input<typeof InvoiceDetail>['paidInPortal']>

/** What the ERP's invoices say about an order. Cancellations and credit notes are ignored. */
export interface Invoiced {
  /** True when the ERP has booked the payment of every invoice. */
  isSettled: boolean
  /** Item totals of the order and of its invoices (net, without shipping); null if the ERP billed the ordered price. */
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
 * Totals the invoices of an order. Billing less than ordered counts as a difference only once the ERP calls the order
 * complete, because more invoices may follow. Orders created in the ERP have the ERP's prices and never differ.
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
