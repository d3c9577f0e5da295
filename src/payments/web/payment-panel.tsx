import { Button, TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Order } from '#orders/order-shapes.ts'
import { asDollars } from '#shared/money.ts'
import { waysToPay } from '#invoices/contract.ts'
import { PriceDifferenceNote } from '#invoices/web/price-difference.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import type { OrderPayments, PaymentFact } from '../contract.ts'
import { useMarkPaid, useOrderPayments } from './hooks.ts'
import { mayLoadHere } from './pay-link.tsx'
import styles from './payment-panel.module.css'

/** Everything of the providers is in this chunk, which is loaded for an order that can be paid and nowhere else. */
const PaymentWidgets = lazy(() => import('./payment-widgets.tsx'))

/** How the order was paid, or can be. */
export function PaymentPanel({ order }: { order: Order }) {
  const { data: payments } = useOrderPayments(order)

  if (!payments) return null
  const isOffered = mayLoadHere && payments.offered.length > 0 && !order.isPaid
  const canMark = payments.canMarkPaid && !order.isPaid
  const { facts, ledger, priceDifference } = payments
  const isSilent = facts.length === 0 && ledger !== 'settled' && !priceDifference
  if (!isOffered && !canMark && isSilent) return null
  return (
    <Panel title="Payment">
      <div className={styles.content}>
        <PriceDifferenceNote difference={priceDifference} />
        <PaymentFacts facts={facts} />
        <Ledger ledger={ledger} />
        {isOffered && <PayOnline order={order} payments={payments} />}
        {canMark && <MarkPaid order={order} />}
      </div>
    </Panel>
  )
}

/** Who opened this page to pay is brought to the form, which stands below the goods. */
function PayOnline({ order, payments }: { order: Order; payments: OrderPayments }) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Browsers begin to answer with a promise, which is no way to clean up.
    form.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={form} className={styles.online}>
      {payments.isTest && (
        <p className={styles.test}>
          <Status tone="notice">Test mode</Status> No money moves.
        </p>
      )}
      <Suspense fallback={<div className={styles.loading} aria-busy="true" />}>
        <PaymentWidgets order={order} payments={payments} />
      </Suspense>
    </div>
  )
}

/** What the ERP's books say of the money. */
function Ledger({ ledger }: Pick<OrderPayments, 'ledger'>) {
  if (ledger === 'open') return null
  return (
    <p className={styles.test}>
      {ledger === 'settled' ? (
        <>
          <Status tone="good">Settled</Status> The invoice of this order is paid in our books.
        </>
      ) : (
        <>
          <Status tone="notice">On its way to the ledger</Status> The invoice follows when our books have the payment.
        </>
      )}
    </p>
  )
}

/** What became of the payments, told as they happen. */
function PaymentFacts({ facts }: { facts: readonly PaymentFact[] }) {
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

interface Sentence {
  tone: Tone
  word: string
  text: string
}

const sentencesOf = (fact: PaymentFact): Sentence[] => {
  const { provider, state, amount, refunded, dispute, note, settledAt } = fact
  const way = `${asDollars(amount)} ${waysToPay[provider]}`
  const day = settledAt ? ` on ${settledAt.slice(0, 10)}` : ''
  if (state === 'taking')
    return [{ tone: 'notice', word: 'Under way', text: `${way}: we are waiting for the provider’s answer.` }]
  const sentences: Sentence[] = [
    state === 'paid'
      ? { tone: 'good', word: 'Paid', text: `${way}${day}${note && `: ${note}`}` }
      : { tone: 'bad', word: 'Paid twice', text: `${way}${day} was not owed and has to be given back.` },
  ]
  if (refunded > 0)
    sentences.push({
      tone: 'notice',
      word: refunded >= amount ? 'Refunded' : 'Refunded in part',
      text: `${asDollars(refunded)} went back to the payer.`,
    })
  if (dispute)
    sentences.push({
      tone: dispute === 'won' || dispute === 'resolved' ? 'neutral' : 'bad',
      word: 'Disputed',
      text: `The payer disputes this payment: ${dispute.replaceAll('_', ' ')}.`,
    })
  return sentences
}

/** For money that came another way, as with invoices; it cannot be taken back, so it is asked for once more. */
function MarkPaid({ order }: { order: Order }) {
  const [isOpen, setIsOpen] = useState(false)
  const [note, setNote] = useState('')
  const close = () => setIsOpen(false)
  const markPaid = useMarkPaid(close)

  return (
    <>
      <div className={styles.closed}>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Mark as paid
        </Button>
      </div>
      <Confirm
        isOpen={isOpen}
        question={`Has ${asDollars(order.totalPrice)} been received?`}
        answer="Mark as paid"
        isPending={markPaid.isPending}
        confirm={() => markPaid.mutate({ params: { id: order._id }, body: { note } })}
        close={close}
      >
        <p>The order of {order.user.companyName || order.user.name} is then paid; this cannot be undone here.</p>
        <TextInput
          label="How it was paid"
          placeholder="Wire, check number …"
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Confirm>
    </>
  )
}
