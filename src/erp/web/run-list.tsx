import { Text } from '@mantine/core'
import { Status } from '#web/ui/status.tsx'
import type { SyncRun } from '../contract.ts'
import { FactsTable } from './facts-table.tsx'
import { kindLabels } from './run-sentence.ts'
import { timeOf } from './time-of.ts'

const tones = { waiting: 'neutral', running: 'notice', done: 'good', failed: 'bad' } as const
const words = { waiting: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed' } as const

/** The last readings of the ERP: what they brought and what they left out. */
export function RunList({ runs }: { runs: SyncRun[] }) {
  if (runs.length === 0) return <Text c="dimmed">The ERP has not been read yet.</Text>
  return (
    <FactsTable
      caption="Last runs"
      titles={['Started', 'What', 'State', 'Read', 'New', 'Changed', 'Left out', 'Asked by']}
      rows={runs.map((run) => ({
        key: run._id,
        cells: [
          timeOf(run.startedAt ?? run.createdAt),
          kindLabels[run.kind],
          <Status key="state" tone={tones[run.state]}>
            {words[run.state]}
          </Status>,
          run.read.toLocaleString('en-US'),
          run.added.toLocaleString('en-US'),
          run.changed.toLocaleString('en-US'),
          <LeftOut key="left" run={run} />,
          run.askedBy ?? 'Schedule',
        ],
      }))}
    />
  )
}

function LeftOut({ run: { refused, notes, message } }: { run: SyncRun }) {
  const lines = [...(message ? [message] : []), ...notes]
  if (lines.length === 0) return <>{refused}</>
  return (
    <details>
      <summary>{refused > 0 ? refused.toLocaleString('en-US') : 'Why'}</summary>
      <ul>
        {[...new Set(lines)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}
