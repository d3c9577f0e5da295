import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import type { Change } from '#orders/order-shapes.ts'
import { grouped } from '#shared/number-words.ts'
import { MomentText } from '#web/ui/day.tsx'
import panel from '#web/ui/panel.module.css'
import { Status, type Tone } from '#web/ui/status.tsx'
import type { RequestedChange } from '../change-shapes.ts'
import { joinChanges } from './join-changes.ts'
import { useOrderRefresh } from './hooks.ts'
import { useOrderChanges } from './use-order-changes.ts'
import styles from './order-changes.module.css'

type Line = RequestedChange['lines'][number]

interface Props {
  orderId: string
  /** What the ERP changed. */
  events?: readonly Change[] | undefined
  /** Beside the heading. */
  children?: ReactNode
}

/** What was asked of an order and what its wholesaler changed, newest first; nothing if it stays as placed. */
export function ChangesPanel({ orderId, events = [], children }: Props) {
  const { data: found } = useOrderChanges(orderId)
  const headingId = useId()
  useOrderRefresh(found?.changes.flatMap(({ lines }) => lines).filter(({ state }) => state !== 'asked').length)
  const entries = joinChanges(events, found?.changes ?? [])
  if (entries.length === 0) return null
  return (
    <section className={`${panel.surface} ${styles.panel}`} aria-labelledby={headingId}>
      <div className={styles.heading}>
        <h2 className={panel.heading} id={headingId}>
          Changes
        </h2>
        {children}
      </div>
      <ol className={styles.changes}>
        {entries.map(({ at, request, events: some }) => (
          <li key={request?._id ?? at}>{request ? <Request change={request} /> : <Reading at={at} events={some} />}</li>
        ))}
      </ol>
    </section>
  )
}

function Request({ change: { by, at, reason, endedAt, lines } }: { change: RequestedChange }) {
  return (
    <>
      <p className={styles.head}>
        {by ? `Requested by ${by}` : 'Requested automatically'}, <MomentText at={at} />
        {endedAt && endedAt !== at && (
          <>
            {' · '}Answered <MomentText at={endedAt} />
          </>
        )}
      </p>
      {reason && <p className={styles.reason}>{reason}</p>}
      <ul>
        {lines.map((line) => (
          <li key={line.line} className={styles.line}>
            <span className={styles.name}>
              <DrugName name={line.name} /> <LineMarks line={line} />
            </span>
            <span className={styles.outcome}>
              <BeforeAndAfter word="Quantity" before={String(line.from)} after={String(line.to)} />
              <Status tone={tones[line.state]}>
                {by || line.state === 'done' ? stateWords(line) : automaticWords[line.state]}
              </Status>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Reading({ at, events }: { at: string; events: readonly Change[] }) {
  return (
    <>
      <p className={styles.head}>
        Changed by the wholesaler, <MomentText at={at} />
      </p>
      <ul>
        {events.map((event, index) => (
          <li key={`${event.line} ${event.field} ${index}`} className={styles.line}>
            {event.name && <span className={styles.name}>{event.name}</span>}
            <span className={event.name ? styles.outcome : undefined}>
              <EventWords event={event} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const labels: Record<Change['field'], string> = {
  quantity: 'Quantity',
  price: 'Price',
  substitute: 'Product',
  added: 'Added',
  address: 'Ship to',
  backorder: 'Backordered',
}

function EventWords({ event: { field, before, after } }: { event: Change }) {
  if (field === 'added') return <span>Added: {inWords(after)}</span>
  return (
    <>
      <BeforeAndAfter word={labels[field]} before={before} after={after} />
      {field === 'quantity' && after === '0' && <Status tone="bad">Canceled</Status>}
    </>
  )
}

function BeforeAndAfter({ word, before, after }: { word: string; before: string; after: string }) {
  return (
    <span>
      {word}: <del>{inWords(before)}</del> <span aria-hidden>→</span>
      <VisuallyHidden>now</VisuallyHidden> <ins>{inWords(after)}</ins>
    </span>
  )
}

const inWords = (text: string): string => (/^\d+$/.test(text) ? grouped(Number(text)) : text)

const tones: Record<Line['state'], Tone> = { asked: 'notice', done: 'good', tooLate: 'bad', refused: 'bad' }

/** What the ERP refuses here, a person decides. */
const automaticWords = {
  asked: 'Cancellation requested',
  tooLate: 'Passed to our office',
  refused: 'Passed to our office',
}

const stateWords = ({ state, to, answer }: Line): string => {
  if (state === 'asked') return to === 0 ? 'Cancellation requested' : 'Change requested'
  if (state === 'done') return to === 0 ? 'Canceled' : 'Changed'
  return state === 'tooLate' ? `Too late: ${answer}` : `Not possible: ${answer}`
}
