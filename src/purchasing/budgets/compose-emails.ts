import { composeEmail, type EmailMessage } from '#mail/compose-email.ts'
import { monthDayWords } from '#shared/day-words.ts'
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
export const overBudgetEmail = ({
  manager,
  title,
  mode,
  amount,
  used,
  until,
  order,
  orderedBy,
  publicUrl,
}: Over): EmailMessage =>
  composeEmail({
    to: manager.email,
    subject: `${title}: ${asDollars(used)} of ${asDollars(amount)} ordered`,
    parts: [
      { kind: 'text', text: `Hello ${manager.name},` },
      {
        kind: 'text',
        text: `An order placed by ${`${orderedBy.name} ${orderedBy.lastName}`.trim()} exceeds one of your budgets. The order went through because ${mode === 'warn' ? 'this budget only warns' : 'it needed no approval'}.`,
      },
      {
        kind: 'facts',
        facts: [
          ['Budget', title.replace(/^Budget for /, '')],
          ['Amount', `${asDollars(amount)} until ${monthDayWords(until)}`],
          ['This order', asDollars(order.total)],
        ],
        totals: [['Ordered', asDollars(used)]],
      },
      { kind: 'text', text: 'We email you once per budget and period, so you won’t hear about later orders.' },
      ...(publicUrl
        ? [
            { kind: 'link' as const, label: 'View order', url: `${publicUrl}/order/${order.id}` },
            { kind: 'link' as const, label: 'View budgets', url: `${publicUrl}/people` },
          ]
        : []),
    ],
  })
