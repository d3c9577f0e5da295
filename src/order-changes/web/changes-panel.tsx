import { DrugName } from '#catalog/web/drug-name.tsx'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { grouped } from '#shared/number-words.ts'
import { MomentText } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import type { RequestedChange } from '../change-shapes.ts'
import { useOrderRefresh } from './hooks.ts'
import { useOrderChanges } from './use-order-changes.ts'
import styles from './order-changes.module.css'

type Line = RequestedChange['lines'][number]

/** Every change asked of an order with its outcome; nothing if none was asked. */
export function ChangesPanel({ orderId }: { orderId: string }) {
  const { data: found } = useOrderChanges(orderId)
  useOrderRefresh(found?.changes.filter(({ endedAt }) => endedAt !== null).length)
  if (!found || found.changes.length === 0) return null
  return (
    <Panel title="Changes">
      <ol className={styles.changes}>
        {found.changes.toReversed().map((change) => (
          <Change key={change._id} change={change} />
        ))}
      </ol>
    </Panel>
  )
}

function Change({ change: { by, at, reason, endedAt, lines } }: { change: RequestedChange }) {
  return (
    <li>
      <p className={styles.head}>
        Requested by {by}, <MomentText at={at} />
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
              {line.to > 0 && `${grouped(line.from)} → ${grouped(line.to)}`}
              <Status tone={tones[line.state]}>{stateWords(line)}</Status>
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}

const tones: Record<Line['state'], Tone> = { asked: 'notice', done: 'good', tooLate: 'bad', refused: 'bad' }

const stateWords = ({ state, to, answer }: Line): string => {
  if (state === 'asked') return to === 0 ? 'Cancellation requested' : 'Change requested'
  if (state === 'done') return to === 0 ? 'Canceled' : 'Changed'
  return state === 'tooLate' ? `Too late: ${answer}` : `Not possible: ${answer}`
}
