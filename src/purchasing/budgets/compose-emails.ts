import { composeEmail, facts, link } from '#mail/compose-email.ts'
import { monthDayWords } from '#shared/day-words.ts'
import { fullName } from '#shared/full-name.ts'
import { asDollars } from '#shared/money.ts'

interface Over {
  manager: { name: string; email: string }
  /** Such as `Budget for cost center 410 Pharmacy`. */
  title: string
  mode: 'warn' | 'ask'
  amount: number
  /** Includes this order. */
  used: number
  until: string
  order: { id: string; total: number }
  orderedBy: { name: string; lastName: string }
  publicUrl: string
}

/** Notifies a manager of an order over a budget that did not block it. */
export const overBudgetEmail = (over: Over) => {
  const { manager, title, mode, amount, used, until, order, orderedBy, publicUrl } = over
  return composeEmail(manager, `${title}: ${asDollars(used)} of ${asDollars(amount)} ordered`, [
    `An order placed by ${fullName(orderedBy)} exceeds one of your budgets. The order went through because ${mode === 'warn' ? 'this budget only warns' : 'it needed no approval'}.`,
    facts(
      [
        ['Budget', title.replace(/^Budget for /, '')],
        ['Amount', `${asDollars(amount)} until ${monthDayWords(until)}`],
        ['This order', asDollars(order.total)],
      ],
      [['Ordered', asDollars(used)]],
    ),
    'We email you once per budget and period, so you won’t hear about later orders.',
    link(publicUrl, 'View order', `/order/${order.id}`),
    link(publicUrl, 'View budgets', '/people'),
  ])
}
