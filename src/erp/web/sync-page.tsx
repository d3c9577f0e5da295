import { Text } from '@mantine/core'
import { Unplug } from 'lucide-react'
import { exportStates } from '#orders/web/history/export-states.ts'
import { ListTable } from '#web/table/list-table.tsx'
import { TextLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import type { ErpException, ErpState } from '../contract.ts'
import { DifferenceTable, KindTable, RunList, WaitingTable } from './sync-tables.tsx'
import { useClearAlarm, useErpCheck, useErpState } from './hooks.ts'
import { Callout } from '#web/ui/callout.tsx'
import styles from './sync-page.module.css'
import { kindLabels } from './run-sentence.ts'
import { timeOf } from './time-of.ts'

/** The state of the ERP connection and the exceptions that need a person. */
export function SyncPage() {
  const query = useErpState()
  return (
    <>
      <PageHeading title="Sync" lead="Data exchange with the ERP, and what needs your attention." />
      <QueryStates query={query}>
        {(state) => (
          <div className={styles.page}>
            <Standing state={state} />
            {state.alarms.length > 0 && (
              <Panel title="Needs a decision">
                <ExceptionList alarms={state.alarms} />
              </Panel>
            )}
            <Panel title="ERP data">
              <KindTable state={state} />
            </Panel>
            <Panel title={`Orders being sent (${state.waitingCount.toLocaleString('en-US')})`}>
              <WaitingTable orders={state.orders} />
            </Panel>
            <Panel title="Price differences">
              <DifferenceTable differences={state.differences} />
            </Panel>
            <Panel title="Recent syncs">
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

/** The most important facts in one sentence: what is wrong, or that all is well. */
function Standing({ state }: { state: ErpState }) {
  const { isConnected, circuit, alarms, kinds, orders, waitingCount } = state
  if (!isConnected)
    return (
      <Callout tone="warning" icon={<Unplug size={18} aria-hidden />}>
        No ERP is connected. Orders are accepted and wait to be sent.
      </Callout>
    )
  if (circuit.isOpen)
    return (
      <Callout tone="warning" icon={<Unplug size={18} aria-hidden />}>
        Calls to the ERP have been paused since {timeOf(circuit.openedAt)}: {circuit.reason} The portal will try again
        at {timeOf(circuit.retryAt)}. Until then, orders are accepted and wait to be sent.
      </Callout>
    )
  const failed = kinds.flatMap(({ kind, last }) => (last?.state === 'failed' ? [kindLabels[kind]] : []))
  const stuck = orders.filter(({ state: of }) => exportStates[of].tone === 'bad').length
  const faults = [
    ...(alarms.length > 0 ? [`${counted(alarms.length, 'exception needs', 'exceptions need')} a decision`] : []),
    ...(stuck > 0 ? [`${counted(stuck, 'order was', 'orders were')} rejected by the ERP`] : []),
    ...(failed.length > 0 ? [`the last sync failed: ${failed.join(', ')}`] : []),
  ]
  const waiting =
    waitingCount === 0 ? 'no orders are waiting' : `${counted(waitingCount, 'order is', 'orders are')} being sent`
  return (
    <p className={styles.standing}>
      <Status tone={faults.length > 0 ? 'bad' : 'good'}>{faults.length > 0 ? 'Needs attention' : 'All OK'}</Status>
      <span>{capitalized((faults.length > 0 ? faults : ['the ERP is responding', waiting]).join('; '))}.</span>
    </p>
  )
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Exceptions that only a person can decide; each was emailed to every admin. */
function ExceptionList({ alarms }: { alarms: ErpException[] }) {
  const clear = useClearAlarm()
  return (
    <ListTable
      caption="Exceptions"
      rows={alarms}
      rowKey={({ key }) => key}
      columns={[
        { title: 'Since', isName: true, isUnbroken: true, cell: ({ raisedAt }) => timeOf(raisedAt) },
        { title: 'Description', isWide: true, cell: ({ message }) => message },
        {
          title: 'Order',
          cell: ({ orderId }) =>
            orderId ? (
              <TextLink to="/order/$id" params={{ id: orderId }}>
                Details
              </TextLink>
            ) : (
              '–'
            ),
        },
        {
          title: 'Actions',
          isActions: true,
          cell: ({ key, message }) => (
            <ActButton
              size="compact-sm"
              variant="default"
              aria-label={`Done: ${message}`}
              onClick={() => clear.mutate({ body: { key } })}
            >
              Done
            </ActButton>
          ),
        },
      ]}
    />
  )
}

const tones = { good: 'good', warning: 'notice', problem: 'bad' } as const
const words = { good: 'OK', warning: 'Warning', problem: 'Problem' } as const

/** Checks on demand what the tenant is missing. */
function CheckPanel() {
  const check = useErpCheck()
  return (
    <div className={styles.panel}>
      <Text c="dimmed">Tests every ERP service, field and permission that the portal uses. Makes no changes.</Text>
      <ActButton variant="default" loading={check.isPending} onClick={() => check.mutate({})} className={styles.button}>
        Check connection
      </ActButton>
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
