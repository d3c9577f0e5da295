import { waysToPay } from '../../invoices/contract.ts'
import { asDollars } from '#shared/money.ts'
import { Status, type Tone } from '#web/ui/status.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import type { PaymentDetail } from '../../payments/contract.ts'
import styles from './payment-panel.module.css'
import { Panel } from '#web/ui/panel.tsx'
import { useInvoicePayments } from './hooks.ts'

/** The status of the payments, announced as it changes. */
export function PaymentDetails({ facts }: { facts: readonly Fact[] }) {
  return (
    <output className={styles.facts}>
      {facts.map((fact) => (
        <ul key={fact._id}>
          {sentencesOf(fact).map(({ tone, word, text }) => (
            <li key={word}>
              <Status tone={tone}>{word}</Status>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      ))}
    </output>
  )
}

/** For a payment of several invoices, the share of one. */
type Fact = PaymentDetail & { share?: number }

interface Sentence {
  tone: Tone
  word: string
  text: string
}

const sentencesOf = (fact: Fact): Sentence[] => {
  const { provider, state, amount, share = amount, refunded, dispute, note, settledAt } = fact
  const whole = share === amount ? '' : `${asDollars(share)} of `
  const way = `${whole}${asDollars(amount)} ${waysToPay[provider]}`
  const day = settledAt ? ` on ${businessDayWords(settledAt)}` : ''
  if (state === 'taking')
    return [{ tone: 'notice', word: 'In progress', text: `${way}: waiting for the provider’s answer.` }]
  const sentences: Sentence[] = [
    state === 'paid'
      ? { tone: 'good', word: 'Paid', text: `${way}${day}${note && `: ${note}`}` }
      : { tone: 'bad', word: 'Paid twice', text: `${way}${day} was not owed and must be refunded.` },
  ]
  if (refunded > 0)
    sentences.push({
      tone: 'notice',
      word: refunded >= amount ? 'Refunded' : 'Refunded in part',
      text: `${asDollars(refunded)} was refunded to the payer.`,
    })
  if (dispute)
    sentences.push({
      tone: dispute === 'won' || dispute === 'resolved' ? 'neutral' : 'bad',
      word: 'Disputed',
      text: `The payer disputes this payment: ${dispute.replaceAll('_', ' ')}.`,
    })
  return sentences
}

/** Payments that an invoice has a share in; renders nothing if there are none. */
export function InvoicePayments({ invoiceId }: { invoiceId: string }) {
  const { data: facts = [] } = useInvoicePayments(invoiceId)
  if (facts.length === 0) return null
  return (
    <Panel title="Online payment">
      <PaymentDetails facts={facts} />
    </Panel>
  )
}
