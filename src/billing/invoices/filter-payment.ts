import { sql } from 'kysely'
import { allOf, anyOf, type Condition, never } from '#platform/db/conditions.ts'
import type { invoicePaymentFilters } from './contract.ts'
import { isOpenCredit, isOwed } from './read-settlement.ts'
import { today } from './total-last-year.ts'

const isMoney = sql<boolean>`not is_cancellation and cancelled_by is null`
const isBill = allOf([isMoney, sql<boolean>`not is_credit`])

/**
 * Paid in the portal and not booked by the ERP yet. The array subquery makes the planner start from the few paid
 * orders.
 */
const isOnItsWay = allOf([
  isBill,
  anyOf([
    sql<boolean>`paid_here is not null and coalesce(open_amount, total_gross_amount) >= paid_here`,
    allOf([
      sql<boolean>`order_id = any(array(select id from sales_order where is_paid and deleted_at is null))`,
      sql<boolean>`total_gross_amount > 0 and coalesce(open_amount, total_gross_amount) >= total_gross_amount`,
    ]),
  ]),
])

const isOverdue = sql<boolean>`due_date < ${today}`

/** The same conditions as the totals, so that a figure and the list behind it contain the same invoices. */
const conditions: Record<(typeof invoicePaymentFilters)[number], () => Condition> = {
  unsettled: () => anyOf([isOwed(), isOpenCredit]),
  owed: isOwed,
  open: () => allOf([isOwed(), sql<boolean>`(due_date is null or due_date >= ${today})`]),
  overdue: () => allOf([isOwed(), isOverdue]),
  paid: () => allOf([isBill, sql<boolean>`open_amount <= 0`]),
  received: () =>
    allOf([isBill, sql<boolean>`total_gross_amount <> greatest(open_amount, 0) and open_amount is not null`]),
  onItsWay: () => isOnItsWay,
  unknown: () => allOf([isBill, sql<boolean>`open_amount is null`]),
  credit: () => allOf([isMoney, sql<boolean>`is_credit`]),
  openCredit: () => isOpenCredit,
  canceled: () => sql<boolean>`(is_cancellation or cancelled_by is not null)`,
}

const known = new Map<string, () => Condition>(Object.entries(conditions))

/** An unknown filter value matches nothing. */
export const paymentCondition = (payment: string): Condition => known.get(payment)?.() ?? never
