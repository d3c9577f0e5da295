import { expectedWords } from '#fulfillment/rest-words.ts'
import { grouped } from '#shared/number-words.ts'
import { nameInText } from '#shared/show-strengths.ts'
import { businessToday } from '#web/business-day.ts'
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
  `${grouped(backordered)} backordered${expectedOn ? `, ${expectedWords(expectedOn, businessToday())}` : ''}`

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
