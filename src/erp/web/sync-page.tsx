import { Alert, Button, Text } from '@mantine/core'
import { Unplug } from 'lucide-react'
import { TextLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import type { ErpException, ErpState } from '../contract.ts'
import { DifferenceTable, FactsTable, KindTable, RunList, WaitingTable } from './sync-tables.tsx'
import { useClearAlarm, useErpCheck, useErpState } from './hooks.ts'
import styles from './sync-page.module.css'
import { timeOf } from './time-of.ts'

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
                <ExceptionList alarms={state.alarms} />
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

/** What only a person can decide; it was mailed to every admin when it came up. */
function ExceptionList({ alarms }: { alarms: ErpException[] }) {
  const clear = useClearAlarm()
  return (
    <FactsTable
      caption="Exceptions"
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

const tones = { good: 'good', warning: 'notice', problem: 'bad' } as const
const words = { good: 'Good', warning: 'Mind', problem: 'Problem' } as const

/** Asks the tenant, on demand, what it lacks. */
function CheckPanel() {
  const check = useErpCheck()
  return (
    <div className={styles.panel}>
      <Text c="dimmed">Asks the ERP for every service, field and right that the portal uses. It changes nothing.</Text>
      <Button variant="default" loading={check.isPending} onClick={() => check.mutate({})} className={styles.button}>
        Check the connection
      </Button>
      <ul className={styles.list} aria-live="polite">
        {check.data?.map(({ level, text }) => (
          <li key={text}>
            <Status tone={tones[level]}>{words[level]}</Status> {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
