import type { Tone } from '#web/ui/status.tsx'
import type { DocumentRow, ShipmentRow } from '../contract.ts'
import type { DeliveryTrace } from '../deliveries/contract.ts'

export const directionWords: Record<DocumentRow['direction'], string> = {
  inbound: 'From a supplier',
  outbound: 'To a customer',
  unclear: 'Unclear',
}

/** What a document still needs. */
export const stateOf = ({ isAccepted, direction, mismatches }: DocumentRow): { tone: Tone; words: string } => {
  if (!isAccepted) return { tone: 'notice', words: direction === 'unclear' ? 'Unclear parties' : 'Needs review' }
  if (mismatches > 0) return { tone: 'notice', words: 'No customer' }
  return { tone: 'good', words: 'Accepted' }
}

const kindWords: Record<string, string> = { po: 'PO', inv: 'Invoice', desadv: 'Dispatch advice' }

export const referenceWords = ({ references }: Pick<ShipmentRow, 'references'>): string =>
  references.map(({ kind, number }) => `${kindWords[kind] ?? 'Reference'} ${number}`).join(', ')

export const countWords = (count: number): string =>
  count === 1 ? '1 package' : `${count.toLocaleString('en-US')} packages`

type State = DeliveryTrace['state']

/** Whether the state of a line is that of all that shipped, which the panel below the lines says for all of them. */
export const isSaidOnce = (
  { state: whole, lines }: { state: State; lines: readonly { state: State }[] },
  state: State,
) => {
  const shipped = lines.filter((line) => line.state !== 'notShipped')
  const isAlike = state === whole && shipped.every((line) => line.state === state)
  return (state === 'unknown' || state === 'notRequired') && shipped.length > 1 && isAlike
}
