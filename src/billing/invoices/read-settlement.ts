import { sql } from 'kysely'
import type { Row } from '#platform/db/tables.ts'
import type { Condition } from '#platform/db/conditions.ts'
import { daysBetween } from '#shared/business-day.ts'
import type { settlements } from './contract.ts'

type SettlementColumns = Pick<
  Row<'invoice'>,
  'open_amount' | 'total_gross_amount' | 'due_date' | 'is_cancellation' | 'is_credit' | 'cancelled_by' | 'paid_here'
> & { is_order_paid?: boolean }

/** From what the ERP reported; an invoice is overdue from the day after it was due, in the wholesaler's time zone. */
export const settlementOf = (row: SettlementColumns, today: string): Settlement => {
  const state = settlementState(row)
  return state === 'open' && (daysOverdue(row.due_date, today) ?? 0) > 0 ? 'overdue' : state
}

type Settlement = (typeof settlements)[number]

/** The same without a look at the day. */
export const settlementState = (row: SettlementColumns): Exclude<Settlement, 'overdue'> => {
  const { open_amount } = row
  if (!isMoney(row)) return row.is_cancellation ? 'cancellation' : 'cancelled'
  // Until the ERP says that it is used up it may be: nobody is asked for money by it.
  if (row.is_credit) return open_amount === 0 ? 'creditUsed' : 'credit'
  if (isOnItsWay(row)) return 'onItsWay'
  if (open_amount === null) return 'unknown'
  return open_amount <= 0 ? 'paid' : 'open'
}

/** How many days ago it was due; none or fewer: it is not overdue. */
export const daysOverdue = (dueDate: string | null, today: string): number | null =>
  dueDate === null ? null : daysBetween(dueDate, today)

/** Paid in the portal, while the ERP has booked nothing of it: as soon as it has, its word counts. */
const isOnItsWay = ({ is_order_paid, open_amount, total_gross_amount, paid_here }: SettlementColumns): boolean => {
  const open = open_amount ?? total_gross_amount
  return (is_order_paid === true && total_gross_amount > 0 && open >= total_gross_amount) || isAtLeast(open, paid_here)
}

const isAtLeast = (open: number, paidHere: number | null): boolean => paidHere !== null && open >= paidHere

/** The same, for sums over what is open. */
export const isPaidHere = (): Condition =>
  sql<boolean>`(coalesce(open_amount >= paid_here, false) or (open_amount >= total_gross_amount and ${isOrderPaid}))`

/** What is still to be paid, as far as the ERP told; written as in the indexes. */
export const isOwed = (): Condition =>
  sql<boolean>`(open_amount > 0 and not is_cancellation and cancelled_by is null and not is_credit and not ${isPaidHere()})`

/** A credit note that is not used up, as far as the ERP told; written as in the index. */
export const isOpenCredit = sql<boolean>`(is_credit and open_amount < 0 and not is_cancellation and cancelled_by is null)`

/** True for an invoice whose order was paid here. */
export const isOrderPaid = sql<boolean>`coalesce(
  (select is_paid from sales_order where sales_order.id = invoice.order_id and deleted_at is null), false)`

/** The same where it still says something, which is while the ERP has booked nothing: of most invoices no order is looked up. */
export const isOnlyOrderPaid = sql<boolean>`(coalesce(open_amount >= total_gross_amount, true) and ${isOrderPaid})`

/** Neither a cancellation nor what it cancels is owed, whatever the list of open items still says. */
export const isMoney = ({
  is_cancellation,
  cancelled_by,
}: Pick<Row<'invoice'>, 'is_cancellation' | 'cancelled_by'>): boolean => !is_cancellation && cancelled_by === null

export const openAmountOf = (row: SettlementColumns): number | null => (isMoney(row) ? row.open_amount : null)
