import { sql } from 'kysely'
import { isInvoiceOf } from '#customers/business/own-records.ts'
import type { PaymentOfMonth, PaymentsOfMonth } from '../invoices/read-statement.ts'
import { toDollars } from '#shared/money.ts'
import type { PaymentOfOrder } from '../invoices/compare-order.ts'

interface Listed extends Omit<PaymentOfMonth, 'amount' | 'refunded'> {
  cents: string
  refunded_cents: string
}

/** Invoice payments count with the account's shares, order payments through the business with that account number. */
export const paymentsOfMonth: PaymentsOfMonth = async (db, { account, month, timeZone, most }) => {
  const first = sql`${`${month}-01`}::date`
  const isOfMonth = sql<boolean>`state = 'paid'
    and settled_at >= ${first}::timestamp at time zone ${timeZone}
    and settled_at < (${first} + interval '1 month') at time zone ${timeZone}`
  const facts = sql`payment.id, (settled_at at time zone ${timeZone})::date::text as day, provider as way, currency, refunded_cents`
  const { rows } = await sql<Listed>`
    select * from (
      select ${facts}, sum(invoice_share.cents)::bigint as cents,
        'invoice ' || string_agg(invoice_id, ', ' order by invoice_id) as what
      from payment join invoice_share on payment_id = payment.id join invoice on invoice.id = invoice_id
      where ${isOfMonth} and ${isInvoiceOf(account)}
      group by payment.id
      union all
      select ${facts}, cents, coalesce('order ' || erp_id, 'an order without a number yet') as what
      from payment join sales_order on sales_order.id = order_id
      where ${isOfMonth} and business_id in (
        select id from business where account_number = ${account} and account_number <> '' and deleted_at is null)
    ) paid
    order by day, id limit ${most}`.execute(db)
  return rows.map(({ cents, refunded_cents, ...row }) => ({
    ...row,
    amount: toDollars(Number(cents)),
    refunded: toDollars(Number(refunded_cents)),
  }))
}

/** The payment that settled an order. */
export const paymentOfOrder: PaymentOfOrder = async (db, orderId) => {
  const paid = await db
    .selectFrom('payment')
    .select(['provider', 'cents', 'settled_at'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'paid')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return paid ? { amount: toDollars(Number(paid.cents)), at: paid.settled_at, way: paid.provider } : null
}
