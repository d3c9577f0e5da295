import { Button } from '@mantine/core'
import { Status } from '#web/ui/status.tsx'
import type { ErpState, SyncRun } from '../contract.ts'
import { FactsTable } from './facts-table.tsx'
import { kindLabels, runSentence } from './run-sentence.ts'
import { timeOf } from './time-of.ts'
import { useSync } from './use-sync.ts'

/** How old each kind of data is, and how the last reading went. */
export function KindTable({ state: { kinds, isConnected } }: { state: ErpState }) {
  return (
    <FactsTable
      caption="ERP data"
      titles={['What', 'As of', 'Newest change in the ERP', 'Last reading', 'Actions']}
      rows={kinds.map(({ kind, readAt, watermark, last }) => ({
        key: kind,
        cells: [
          <strong key="what">{kindLabels[kind]}</strong>,
          timeOf(readAt),
          timeOf(watermark),
          <RunState key="state" run={last} />,
          <ReadNow key="now" kind={kind} isDisabled={!isConnected} run={last} />,
        ],
      }))}
    />
  )
}

const tones = { waiting: 'neutral', running: 'notice', done: 'good', failed: 'bad' } as const
const words = { waiting: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed' } as const

function RunState({ run }: { run: SyncRun | null }) {
  if (!run) return <>Never</>
  return (
    <span title={run.state === 'failed' ? `since ${timeOf(run.startedAt)}` : undefined}>
      <Status tone={tones[run.state]}>{words[run.state]}</Status>{' '}
      {runSentence(run).replace(`${kindLabels[run.kind]}: `, '')}
    </span>
  )
}

interface ReadNowProps {
  kind: SyncRun['kind']
  isDisabled: boolean
  run: SyncRun | null
}

function ReadNow({ kind, isDisabled, run }: ReadNowProps) {
  const sync = useSync(kind)
  const isOpen = run?.state === 'waiting' || run?.state === 'running'
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isDisabled}
      loading={sync.isPending || isOpen}
      aria-label={`Read now: ${kindLabels[kind].toLowerCase()}`}
      onClick={() => sync.mutate({ params: { kind }, body: {} })}
    >
      Read now
    </Button>
  )
}
