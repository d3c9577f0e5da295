import { Status } from '#web/ui/status.tsx'
import tag from '#web/ui/tag.module.css'
import type { MarkedLine } from '../line-words.ts'

/** The DEA schedule and storage of a line in a cart, an order or an invoice. */
export function LineMarks({ line: { coldStatus, deaSchedule, stateSchedule } }: { line: MarkedLine }) {
  return (
    <>
      {deaSchedule && (
        <span className={tag.tag} title="Controlled substance">
          {deaSchedule}
        </span>
      )}
      {stateSchedule && (
        <span className={tag.tag} title="Controlled substance in the ship-to State">
          {stateSchedule}
        </span>
      )}
      {coldStatus && <Status tone="cold">{coldStatus}</Status>}
    </>
  )
}
