import { composeEmail, facts, link } from '#mail/compose-email.ts'
import { inCurrency } from '#shared/money.ts'
import { monthName } from './compose-statement.ts'
import type { InvoiceTotals } from './contract.ts'
import { questionReasons, type QuestionReason } from './question-shapes.ts'

interface Question {
  invoiceId: string
  /** Empty for a question about the whole invoice. */
  line: string
  reason: QuestionReason
  words: string
  /** The invoice's net amount, formatted in its currency. */
  amount: string
  asker: { name: string; company: string; email: string }
}

export const questionSubmittedEmail = (to: string, question: Question, publicUrl: string) => {
  const { invoiceId, line, reason, words, amount, asker } = question
  return composeEmail(to, `Invoice ${invoiceId}: ${questionReasons[reason].toLowerCase()}`, [
    `${asker.name}${asker.company && ` of ${asker.company}`} asks about invoice ${invoiceId}:`,
    facts(
      [['Reason', questionReasons[reason]], line && ['Line', line], ['Email', asker.email]],
      [['Total net amount', amount]],
    ),
    words,
    link(publicUrl, 'View invoice', `/admin/viewInvoice/${invoiceId}`),
  ])
}

export const questionResolvedEmail = (
  { email, name }: { email: string; name: string },
  { invoice_id, words, answer, amount }: { invoice_id: string; words: string; answer: string; amount: string },
  publicUrl: string,
) =>
  composeEmail({ email, name }, `Your question about invoice ${invoice_id}`, [
    `You asked: ${words}`,
    answer || 'We have resolved it.',
    facts([], [['Total net amount', amount]]),
    link(publicUrl, 'View invoice', `/viewInvoice/${invoice_id}`),
  ])

interface Stated {
  month: string
  company: string
  totals: readonly Pick<InvoiceTotals[number], 'currency' | 'open' | 'overdue'>[]
}

export const monthlyStatementEmail = (
  { email, name }: { email: string; name: string },
  { month, company, totals }: Stated,
  publicUrl: string,
) =>
  composeEmail({ email, name }, `Statement for ${monthName(month)}`, [
    `The ${monthName(month)} statement for ${company} is attached.`,
    facts(
      totals.flatMap(({ currency, open, overdue }) => [
        ['Open today', inCurrency(open, currency)] as const,
        overdue > 0 && (['Overdue', inCurrency(overdue, currency)] as const),
      ]),
    ),
    link(publicUrl, 'View invoices', '/MyInvoices'),
    'You signed up for monthly statements in your profile. You can turn them off there.',
  ])
