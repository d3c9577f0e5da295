import { Alert } from '@mantine/core'
import { Unplug } from 'lucide-react'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { ErpState } from '../contract.ts'
import { AlarmList } from './alarm-list.tsx'
import { CheckPanel } from './check-panel.tsx'
import { DifferenceTable } from './difference-table.tsx'
import { useErpState } from './hooks.ts'
import { KindTable } from './kind-table.tsx'
import { RunList } from './run-list.tsx'
import styles from './sync-page.module.css'
import { timeOf } from './time-of.ts'
import { WaitingTable } from './waiting-table.tsx'

/** Everything between the portal and the ERP, and what waits for a person. */
export function SyncPage() {
  const query = useErpState()
  return (
    <>
      <PageHeading title="Sync" lead="What the portal and the ERP tell each other, and what waits for you." />
      <QueryStates query={query}>
        {(state) => (
          <div className={styles.page}>
            <Connection state={state} />
            {state.alarms.length > 0 && (
              <Panel title="Needs a decision">
                <AlarmList alarms={state.alarms} />
              </Panel>
            )}
            <Panel title="ERP data">
              <KindTable state={state} />
            </Panel>
            <Panel title={`Orders on their way (${state.waitingCount.toLocaleString('en-US')})`}>
              <WaitingTable orders={state.orders} />
            </Panel>
            <Panel title="Price differences">
              <DifferenceTable differences={state.differences} />
            </Panel>
            <Panel title="Last runs">
              <RunList runs={state.runs} />
            </Panel>
            <Panel title="Connection check">
              <CheckPanel />
            </Panel>
          </div>
        )}
      </QueryStates>
    </>
  )
}

/** Said only when something is wrong with the line itself. */
function Connection({ state: { isConnected, circuit } }: { state: ErpState }) {
  if (!isConnected)
    return (
      <Alert color="yellow" icon={<Unplug size={18} aria-hidden />}>
        No ERP is connected. Orders are accepted and wait.
      </Alert>
    )
  if (!circuit.isOpen) return null
  return (
    <Alert color="yellow" icon={<Unplug size={18} aria-hidden />} role="alert">
      The ERP has been left alone since {timeOf(circuit.openedAt)}: {circuit.reason} The portal asks again at{' '}
      {timeOf(circuit.retryAt)}; orders are accepted and wait meanwhile.
    </Alert>
  )
}
