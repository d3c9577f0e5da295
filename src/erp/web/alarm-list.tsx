import { Button } from '@mantine/core'
import { TextLink } from '#web/ui/button-link.tsx'
import type { Alarm } from '../contract.ts'
import { FactsTable } from './facts-table.tsx'
import { useClearAlarm } from './hooks.ts'
import { timeOf } from './time-of.ts'

/** What only a person can decide; it was mailed to every admin when it came up. */
export function AlarmList({ alarms }: { alarms: Alarm[] }) {
  const clear = useClearAlarm()
  return (
    <FactsTable
      caption="Alarms"
      titles={['Since', 'What', 'Order', 'Actions']}
      rows={alarms.map(({ key, message, orderId, raisedAt }) => ({
        key,
        cells: [
          timeOf(raisedAt),
          message,
          orderId ? (
            <TextLink key="order" to="/order/$id" params={{ id: orderId }}>
              Details
            </TextLink>
          ) : (
            '—'
          ),
          <Button
            key="clear"
            size="compact-sm"
            variant="default"
            aria-label={`Done: ${message}`}
            onClick={() => clear.mutate({ body: { key } })}
          >
            Done
          </Button>,
        ],
      }))}
    />
  )
}
