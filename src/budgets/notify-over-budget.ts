import { sql } from 'kysely'
import { queueMail } from '#mail/send-mail.ts'
import type { Tx } from '#platform/db/tables.ts'
import { toCents, toDollars } from '#shared/money.ts'
import { budgetWords } from './budget-shapes.ts'
import { overBudgetEmail } from './compose-emails.ts'
import type { Spent } from './count-spent.ts'
import { leftOf, type BudgetReader, titleOf } from './check-budgets.ts'

interface Params {
  /** The budgets that the order exceeds; locked by this transaction. */
  over: readonly Spent[]
  businessId: string | null
  order: { id: string; total: number }
  orderedBy: { name: string; lastName: string }
  publicUrl: string
}

/** Emails the managers once per budget and period. */
export const notifyOverBudget = async (
  tx: Tx,
  { over, businessId, order, orderedBy, publicUrl }: Params,
): Promise<void> => {
  const untold = await recordNotified(tx, over)
  if (untold.length === 0) return
  const managers = await tx
    .selectFrom('user_account')
    .select(['name', 'email'])
    .where('business_id', '=', businessId)
    .where('buying_role', '=', 'manager')
    .where('is_admin', '=', false)
    .where('is_sales_rep', '=', false)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(maxNotified)
    .execute()
  for (const budget of untold)
    for (const manager of managers)
      await queueMail(
        tx,
        overBudgetEmail({
          manager,
          title: titleOf(budget, null),
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

const recordNotified = async (tx: Tx, over: readonly Spent[]): Promise<Spent[]> => {
  if (over.length === 0) return []
  const [ids, days] = [over.map(({ id }) => id), over.map(({ from }) => from)]
  const { rows } = await sql<{ id: string }>`
    update budget set notified_for = this.day
    from unnest(${ids}::uuid[], ${days}::date[]) as this (id, day)
    where budget.id = this.id and notified_for is distinct from this.day
    returning budget.id`.execute(tx)
  const told = new Set(rows.map(({ id }) => id))
  return over.filter(({ id }) => told.has(id))
}

/** One sentence for the buyer about each budget that the order exceeds. */
export const overBudgetSentences = (over: readonly Spent[], reader: BudgetReader, total: number): string[] =>
  over.map((budget) => {
    const left = leftOf(budget, reader)
    return `${left.title}: ${budgetWords({ ...left, left: toDollars(toCents(left.left) - toCents(total)) })}.`
  })
