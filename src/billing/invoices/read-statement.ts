import { sql } from 'kysely'
import { isInvoiceOf } from '#customers/business/own-records.ts'
import type { Db, Row } from '#platform/db/tables.ts'
import { isOpenCredit, isOwed } from './read-settlement.ts'

export interface StatementQuery {
  account: string
  /** Such as 2026-11. */
  month: string
}

export interface PaymentOfMonth {
  day: string
  way: 'stripe' | 'paypal' | 'manual'
  /** What was paid: invoice numbers or an order. */
  what: string
  amount: number
  refunded: number
  currency: string
}

/** Portal payments in a month of the business's time zone; the payments folder implements it. */
export type PaymentsOfMonth = (
  db: Db,
  wanted: StatementQuery & { timeZone: string; most: number },
) => Promise<readonly PaymentOfMonth[]>

const maxRows = 20_000
export const maxPrinted = 1_000

/** The invoices of an account dated in a month, oldest first. */
export const invoicesOfMonth = (db: Db, { account, month }: StatementQuery): Promise<Row<'invoice'>[]> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where(isInvoiceOf(account))
    .where('invoice_date', '>=', `${month}-01`)
    .where(sql<boolean>`invoice_date < (${`${month}-01`}::date + interval '1 month')`)
    .orderBy('invoice_date')
    .orderBy('id')
    .limit(maxRows)
    .execute()

/** What an account owes today, oldest due date first, and its open credit notes. */
export const owedInvoices = (db: Db, account: string): Promise<Row<'invoice'>[]> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where(isInvoiceOf(account))
    .where(sql<boolean>`(${isOwed()} or ${isOpenCredit})`)
    .orderBy('due_date')
    .orderBy('id')
    .limit(maxPrinted + 1)
    .execute()
