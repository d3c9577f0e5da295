import { sql } from 'kysely'
import { findActivePeople } from '#colleagues/people/find-people.ts'
import { queueMail } from '#mail/send-mail.ts'
import type { BudgetWarning } from '#orders/checkout/purchase-policy.ts'
import type { Tx } from '#platform/db/tables.ts'
import { toCents, toDollars } from '#shared/money.ts'
import { overBudgetEmail } from './compose-emails.ts'

interface Params {
  /** The budgets that the order exceeds; locked by this transaction. */
  warnings: readonly BudgetWarning[]
  businessId: string | null
  order: { id: string; total: number }
  orderedBy: { name: string; lastName: string }
  isApproved: boolean
  publicUrl: string
}

/** Emails the managers once per budget and period; not about a budget that an approver decided on. */
export const notifyOverBudget = async (
  tx: Tx,
  { warnings, businessId, order, orderedBy, isApproved, publicUrl }: Params,
): Promise<void> => {
  const untold = await recordNotified(
    tx,
    warnings.filter(({ mode }) => mode === 'warn' || !isApproved),
  )
  if (untold.length === 0) return
  const managers = await findActivePeople(tx, businessId)
    .select('email')
    .where('buying_role', '=', 'manager')
    .limit(maxNotified)
    .execute()
  for (const budget of untold)
    for (const manager of managers)
      await queueMail(
        tx,
        overBudgetEmail({
          manager,
          title: budget.title,
          mode: budget.mode,
          amount: budget.amount,
          used: toDollars(toCents(budget.used) + toCents(order.total)),
          until: budget.until,
          order,
          orderedBy,
          publicUrl,
        }),
      )
}

const maxNotified = 50

const recordNotified = async (tx: Tx, warnings: readonly BudgetWarning[]): Promise<BudgetWarning[]> => {
  if (warnings.length === 0) return []
  const [ids, days] = [warnings.map(({ budgetId }) => budgetId), warnings.map(({ from }) => from)]
  const { rows } = await sql<{ id: string }>`
    update budget set notified_for = this.day
    from unnest(${ids}::uuid[], ${days}::date[]) as this (id, day)
    where budget.id = this.id and notified_for is distinct from this.day
    returning budget.id`.execute(tx)
  const told = new Set(rows.map(({ id }) => id))
  return warnings.filter(({ budgetId }) => told.has(budgetId))
}
