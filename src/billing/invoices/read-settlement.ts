import { sql } from 'kysely'
import type { Row } from '#platform/db/tables.ts'
import type { Condition } from '#platform/db/conditions.ts'
import { daysBetween } from '#shared/business-day.ts'
import type { settlements } from './contract.ts'

type SettlementColumns = Pick<
  Row<'invoice'>,
  'open_amount' | 'total_gross_amount' | 'due_date' | 'is_cancellation' | 'is_credit' | 'cancelled_by' | 'paid_here'
> & { is_order_paid?: boolean }

/** The payment state by the ERP's reports; overdue from the day after the due date in the wholesaler's time zone. */
export const settlementOf = (row: SettlementColumns, today: string): Settlement => {
  const state = settlementState(row)
  return state === 'open' && (daysOverdue(row.due_date, today) ?? 0) > 0 ? 'overdue' : state
}

type Settlement = (typeof settlements)[number]

/** The same without the due date, so never `overdue`. */
export const settlementState = (row: SettlementColumns): Exclude<Settlement, 'overdue'> => {
  const { open_amount } = row
  if (!isMoney(row)) return row.is_cancellation ? 'cancellation' : 'cancelled'
  // Until the ERP reports a credit note as used up it stays open; either way it is never owed.
  if (row.is_credit) return open_amount === 0 ? 'creditUsed' : 'credit'
  if (isOnItsWay(row)) return 'onItsWay'
  if (open_amount === null) return 'unknown'
  return open_amount <= 0 ? 'paid' : 'open'
}

/** Days since the due date; 0 or less is not overdue. */
export const daysOverdue = (dueDate: string | null, today: string): number | null =>
  dueDate === null ? null : daysBetween(dueDate, today)

/** Paid in the portal and not booked by the ERP. Once the ERP has booked any of it, its open amount decides. */
const isOnItsWay = ({ is_order_paid, open_amount, total_gross_amount, paid_here }: SettlementColumns): boolean => {
  const open = open_amount ?? total_gross_amount
  return (is_order_paid === true && total_gross_amount > 0 && open >= total_gross_amount) || isAtLeast(open, paid_here)
}

const isAtLeast = (open: number, paidHere: number | null): boolean => paidHere !== null && open >= paidHere

/** The SQL form of `isOnItsWay`, for totals of open amounts. */
export const isPaidHere = (): Condition =>
  sql<boolean>`(coalesce(open_amount >= paid_here, false) or (open_amount >= total_gross_amount and ${isOrderPaid}))`

/** Still to be paid according to the ERP. Must match the index predicates. */
export const isOwed = (): Condition =>
  sql<boolean>`(open_amount > 0 and not is_cancellation and cancelled_by is null and not is_credit and not ${isPaidHere()})`

/** A credit note that is not used up according to the ERP. Must match the index predicate. */
export const isOpenCredit = sql<boolean>`(is_credit and open_amount < 0 and not is_cancellation and cancelled_by is null)`

/** True for an invoice whose order was paid in the portal. */
export const isOrderPaid = sql<boolean>`coalesce(
  (select is_paid from sales_order where sales_order.id = invoice.order_id and deleted_at is null), false)`

/** The same, but true only while the ERP has booked no payment; this skips the order lookup for most invoices. */
export const isOnlyOrderPaid = sql<boolean>`(coalesce(open_amount >= total_gross_amount, true) and ${isOrderPaid})`

/** False for a cancellation and the invoice it cancels: neither is owed, whatever the open items say. */
export const isMoney = ({
  is_cancellation,
  cancelled_by,
}: Pick<Row<'invoice'>, 'is_cancellation' | 'cancelled_by'>): boolean => !is_cancellation && cancelled_by === null

export const openAmountOf = (row: SettlementColumns): number | null => (isMoney(row) ? row.open_amount : null)
