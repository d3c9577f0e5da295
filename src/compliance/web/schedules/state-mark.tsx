import { Text } from '@mantine/core'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import type { ProductSchedule } from '../../schedules/contract.ts'

/** The stricter schedule of the ship-to State on a line before checkout, or why it cannot be ordered there. */
export function StateMark({ of }: { of: ProductSchedule | undefined }) {
  if (!of) return null
  if (of.refusal)
    return (
      <Text span c="var(--bad)" fz="xs">
        {of.refusal}
      </Text>
    )
  return <LineMarks line={{ coldStatus: '', deaSchedule: '', stateSchedule: of.stateSchedule }} />
}
