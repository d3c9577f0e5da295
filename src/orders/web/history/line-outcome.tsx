import { grouped } from '#shared/number-words.ts'
import { nameInText } from '#shared/show-strengths.ts'
import { businessDayWords } from '#web/ui/day.tsx'
import { Status } from '#web/ui/status.tsx'
import type { OrderLine } from '../../order-shapes.ts'

interface Props {
  line: OrderLine
  /** Nothing more is planned. */
  isCompleted: boolean
}

/** What became of a line, in few words: shipped, backordered with its day, still to ship. */
export function LineOutcomeCell({ line: { outcome, canceledQuantity = 0, quantity }, isCompleted }: Props) {
  if (!outcome) return null
  const { shipped, waiting, backordered, overDelivered } = outcome
  const toShip = waiting - backordered
  return (
    <>
      {shipped > 0 && (
        <Status tone="good">
          {shipped === quantity && canceledQuantity === 0 ? 'Shipped' : `${grouped(shipped)} shipped`}
        </Status>
      )}
      {backordered > 0 && <Status tone="notice">{backorderWords(outcome)}</Status>}
      {toShip > 0 && <Status tone="neutral">{`${grouped(toShip)} ${isCompleted ? 'not shipped' : 'to ship'}`}</Status>}
      {overDelivered > 0 && <Status tone="notice">{`${grouped(overDelivered)} more than ordered`}</Status>}
    </>
  )
}

type Outcome = NonNullable<OrderLine['outcome']>

const backorderWords = ({ backordered, expectedOn }: Outcome): string =>
  `${grouped(backordered)} backordered${expectedOn ? `, expected ${businessDayWords(expectedOn)}` : ''}`

/** Products that ship or may ship instead of the ordered one; their names are too long for a badge. */
export function Substitutes({ line: { substitutes = [], quantity } }: { line: OrderLine }) {
  return substitutes.map(({ answer = 'yes', ...one }) => (
    <span key={one.slug}>
      <Status tone={answer === 'no' ? 'bad' : 'notice'}>{answerWords[answer]}</Status>{' '}
      {`Ordered ${grouped(quantity)}, ${answer === 'yes' ? 'ships' : 'offered'} ${grouped(one.quantity)} × ${nameInText(one.name)} (${one.slug})${
        one.shipped > 0 ? `, ${grouped(one.shipped)} shipped` : ''
      }`}
    </span>
  ))
}

const answerWords = { waiting: 'Substitute waits for an answer', yes: 'Substituted', no: 'Substitute declined' }

/** When the backordered lines are expected; empty if nothing is backordered. */
export const backorderSentence = (lines: readonly OrderLine[]): string => {
  const late = lines.flatMap(({ outcome }) => (outcome && outcome.backordered > 0 ? [outcome] : []))
  if (late.length === 0) return ''
  const days = late.flatMap(({ expectedOn }) => expectedOn ?? []).toSorted()
  const [first] = days
  const on = (day: string) => businessDayWords(day).replaceAll(' ', '\u00a0')
  const what = late.length === 1 ? '1 line is backordered' : `${grouped(late.length)} lines are backordered`
  if (first === undefined) return `${what}. No date is known yet.`
  const last = days.at(-1) ?? first
  const when = first === last ? `on ${on(first)}` : `from ${on(first)}`
  const open =
    days.length < late.length ? ` For ${grouped(late.length - days.length)} of them no date is known yet.` : ''
  return `${what}. The rest is expected ${when}.${open}`
}
