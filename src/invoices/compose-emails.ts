import { composeEmail, type EmailMessage } from '#mail/compose-email.ts'
import type { EmailPart } from '#mail/compose-page.ts'
import { questionReasons, type QuestionReason } from './question-shapes.ts'

interface Question {
  invoiceId: string
  /** Empty for the whole invoice. */
  line: string
  reason: QuestionReason
  words: string
  asker: { name: string; company: string; email: string }
}

const text = (words: string): EmailPart => ({ kind: 'text', text: words })

export const questionAskedEmail = (to: string, question: Question, publicUrl: string): EmailMessage => {
  const { invoiceId, line, reason, words, asker } = question
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
      },
      text(words),
      ...link('See the invoice', publicUrl, `/admin/viewInvoice/${invoiceId}`),
    ],
  })
}

interface Settled {
  invoice_id: string
  words: string
  answer: string
}

export const questionSettledEmail = (
  asker: { email: string; name: string },
  { invoice_id, words, answer }: Settled,
  publicUrl: string,
): EmailMessage =>
  composeEmail({
    to: asker.email,
    subject: `Your question about invoice ${invoice_id}`,
    parts: [
      text(`Hello ${asker.name},`),
      text(`You asked: ${words}`),
      text(answer || 'We have settled it.'),
      ...link('See the invoice', publicUrl, `/viewInvoice/${invoice_id}`),
    ],
  })

const link = (label: string, publicUrl: string, path: string): EmailPart[] =>
  publicUrl ? [{ kind: 'link', label, url: `${publicUrl}${path}` }] : []
