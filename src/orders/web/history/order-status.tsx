import { ReleaseBadge } from '#web/ui/release-badge.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import type { Order, OrderRow } from '../../order-shapes.ts'
import { adviceFor, buyerStates, exportStates } from './export-states.ts'
import styles from './order-columns.module.css'

type Exported = Pick<Order, 'handOver' | 'holdReason' | 'handOverProblem' | 'orderIdSap'>

interface Hitch {
  word: string
  tone: Tone
  text: string
}

/** The export problem with its reason and advice; null if there is none. */
export const hitchOf = (order: Exported, isAdmin: boolean): Hitch | null => {
  const { handOver, holdReason, handOverProblem, orderIdSap } = order
  const state = isAdmin ? exportStates[handOver] : buyerStates[handOver]
  if (orderIdSap !== null || !state?.advice) return null
  const said = [holdReason, handOverProblem, adviceFor(state, { holdReason, isAdmin })].flatMap((text) => text || [])
  const text = said.map(asSentence).join(' ')
  return { word: state.word, tone: state.tone, text }
}

/** The ERP's messages come with and without a final period. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** An export problem takes precedence over the ERP status. */
export function OrderStatus({ row, isAdmin }: { row: OrderRow; isAdmin: boolean }) {
  const hitch = hitchOf(row, isAdmin)
  if (row.isCancelled) return <Status tone="bad">Canceled</Status>
  if (!hitch && row.canceledLines) return <CanceledInPart row={row} lines={row.canceledLines} />
  if (!hitch) return <ReleaseBadge code={row.orderStatusSap} />
  return (
    <span className={styles.doubt}>
      <Status tone={hitch.tone}>{hitch.word}</Status>
      <span>{hitch.text}</span>
    </span>
  )
}

function CanceledInPart({ row, lines }: { row: OrderRow; lines: number }) {
  return (
    <span className={styles.doubt}>
      <ReleaseBadge code={row.orderStatusSap} />
      <span>{`${lines} of ${row.itemCount} ${row.itemCount === 1 ? 'line' : 'lines'} canceled.`}</span>
    </span>
  )
}
