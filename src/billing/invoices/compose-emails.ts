import { composeEmail, type EmailMessage } from '#mail/compose-email.ts'
import type { EmailPart } from '#mail/compose-page.ts'
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

const text = (words: string): EmailPart => ({ kind: 'text', text: words })

export const questionSubmittedEmail = (to: string, question: Question, publicUrl: string): EmailMessage => {
  const { invoiceId, line, reason, words, amount, asker } = question
  return composeEmail({
    to,
    subject: `Invoice ${invoiceId}: ${questionReasons[reason].toLowerCase()}`,
    parts: [
      text(`${asker.name}${asker.company && ` of ${asker.company}`} asks about invoice ${invoiceId}:`),
      {
        kind: 'facts',
        facts: [
          ['Reason', questionReasons[reason]],
          ...(line ? [['Line', line] as const] : []),
          ['Email', asker.email],
        ],
        totals: [['Total net amount', amount]],
      },
      text(words),
      ...link('View invoice', publicUrl, `/admin/viewInvoice/${invoiceId}`),
    ],
  })
}

interface Resolved {
  invoice_id: string
  words: string
  answer: string
  amount: string
}

export const questionResolvedEmail = (
  asker: { email: string; name: string },
  { invoice_id, words, answer, amount }: Resolved,
  publicUrl: string,
): EmailMessage =>
  composeEmail({
    to: asker.email,
    subject: `Your question about invoice ${invoice_id}`,
    parts: [
      text(`Hello ${asker.name},`),
      text(`You asked: ${words}`),
      text(answer || 'We have resolved it.'),
      { kind: 'facts', facts: [], totals: [['Total net amount', amount]] },
      ...link('View invoice', publicUrl, `/viewInvoice/${invoice_id}`),
    ],
  })

interface Stated {
  month: string
  company: string
  totals: readonly Pick<InvoiceTotals[number], 'currency' | 'open' | 'overdue'>[]
}

export const monthlyStatementEmail = (
  reader: { email: string; name: string },
  { month, company, totals }: Stated,
  publicUrl: string,
): EmailMessage => {
  const called = monthName(month)
  return composeEmail({
    to: reader.email,
    subject: `Statement for ${called}`,
    parts: [
      text(`Hello ${reader.name},`),
      text(`The ${called} statement for ${company} is attached.`),
      {
        kind: 'facts',
        facts: totals.flatMap(({ currency, open, overdue }) => [
          ['Open today', inCurrency(open, currency)] as const,
          ...(overdue > 0 ? [['Overdue', inCurrency(overdue, currency)] as const] : []),
        ]),
      },
      ...link('View invoices', publicUrl, '/MyInvoices'),
      text('You signed up for monthly statements in your profile. You can turn them off there.'),
    ],
  })
}

const link = (label: string, publicUrl: string, path: string): EmailPart[] =>
  publicUrl ? [{ kind: 'link', label, url: `${publicUrl}${path}` }] : []
