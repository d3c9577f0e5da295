import { VisuallyHidden } from '@mantine/core'
import { Ban, CircleCheck, Clock } from 'lucide-react'
import panel from '#web/ui/panel.module.css'
import { useUser } from '#web/session.ts'
import { restSentence } from '#fulfillment/rest-words.ts'
import { businessToday } from '#web/business-day.ts'
import { inCurrency } from '#shared/money.ts'
import { TextLink } from '#web/ui/button-link.tsx'
import { TrackingLinks } from '#web/ui/tracking-links.tsx'
import { businessDayWords, Day } from '#web/ui/day.tsx'
import { externalSystem, type Order } from '../../order-shapes.ts'
import { hasNumber, useTimeline } from './hooks.ts'
import { evaluateProgress, type Stage } from './evaluate-progress.ts'
import styles from './order-progress.module.css'
import { asSentence, hitchOf } from './order-status.tsx'

/** The stages of the order; a problem comes first and is announced to screen readers when it changes. */
export function OrderProgress({ order }: { order: Order }) {
  const isAdmin = useUser()?.isAdmin ?? false
  const { data: steps } = useTimeline(order)
  const rest = restSentence(
    order.orderItems.flatMap(({ outcome }) => outcome ?? []),
    businessToday(),
  )
  const hitch = order.isCancelled ? null : hitchOf(order, isAdmin)
  const stages = evaluateProgress(order, { steps, hitch, money: inCurrency, day: businessDayWords })
  return (
    <section className={`${panel.surface} ${styles.panel}`} aria-label="Progress">
      <Callout order={order} text={hitch ? `${hitch.word}: ${hitch.text} The order ID follows then.` : ''} />
      <ol className={styles.stages}>
        {stages.map((stage) => (
          <StageItem key={stage.word} stage={stage} shipVia={order.shippingMethod} />
        ))}
      </ol>
      {rest && <p className={styles.split}>{rest}</p>}
      <SplitNote order={order} />
    </section>
  )
}

/** Links the two orders of a placement whose lines were partly on hold. */
function SplitNote({ order: { splitOff, splitFrom } }: { order: Order }) {
  const other = splitOff ?? splitFrom
  if (!other) return null
  return (
    <p className={styles.split}>
      {splitOff
        ? 'Some lines are on hold in an order of their own.'
        : 'The other lines went on in an order of their own.'}{' '}
      <TextLink to="/order/$id" params={{ id: other }} fz="sm" td="underline">
        {splitOff ? 'View the order on hold' : 'View the other order'}
      </TextLink>
    </p>
  )
}

const spoken: Record<Stage['state'], string> = { done: 'done', now: 'now', ahead: 'not yet', stopped: 'stopped' }

function StageItem({ stage, shipVia }: { stage: Stage; shipVia: string }) {
  const { word, state, at, text, trackingCode } = stage
  return (
    <li className={styles.stage} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={styles.word}>
        {word}
        <VisuallyHidden> ({spoken[state]})</VisuallyHidden>
      </span>
      <span className={styles.known}>
        <Day at={at} />
        {text && <span>{text}</span>}
        <TrackingLinks codes={trackingCode} shipVia={shipVia} />
      </span>
    </li>
  )
}

const canceledSentence = (canceled: Order['canceled']): string => {
  const when = canceled?.at ? ` on ${businessDayWords(canceled.at)}` : ''
  const who = canceled?.by && canceled.by !== externalSystem ? ` by ${canceled.by}` : ''
  const why = canceled?.reason ? ` Reason: ${asSentence(canceled.reason)}` : ''
  return `This order was canceled${when}${who}.${why}`
}

function Callout({ order, text }: { order: Order; text: string }) {
  const isNumbered = hasNumber(order)
  const tone = order.isCancelled ? 'bad' : isNumbered && text === '' ? 'good' : 'notice'
  const Icon = { bad: Ban, good: CircleCheck, notice: Clock }[tone]
  const number = isNumbered ? `Your order number is ${order.orderIdSap}.` : ''
  return (
    <output className={styles.notice} data-tone={tone}>
      <Icon size={18} aria-hidden />
      <span>
        {order.isCancelled
          ? `${canceledSentence(order.canceled)} Nothing more will ship. ${number}`
          : text || number || 'Order placed. The order ID will follow in a moment.'}
      </span>
    </output>
  )
}
