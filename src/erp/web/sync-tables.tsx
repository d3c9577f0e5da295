import { Group } from '@mantine/core'
import formStyles from '#web/form/form.module.css'
import text from '#web/ui/text.module.css'
import { orders as orderCalls } from '#orders/contract.ts'
import { exportStates } from '#orders/web/history/export-states.ts'
import { useChange } from '#web/api.ts'
import { TextLink } from '#web/ui/button-link.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { Status } from '#web/ui/status.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { erpCalls, type ErpState, type OrderPriceDifference, type SyncRun, type WaitingOrder } from '../contract.ts'
import { kindLabels, runSentence } from './run-sentence.ts'
import styles from './sync-page.module.css'
import { timeOf } from './time-of.ts'
import { useSync } from './hooks.ts'

/** The age of each kind of data and its last run. */
export function KindTable({ state: { kinds, isConnected } }: { state: ErpState }) {
  return (
    <ListTable
      caption="ERP data"
      rows={kinds}
      rowKey={({ kind }) => kind}
      columns={[
        { title: 'Data', isName: true, cell: ({ kind }) => kindLabels[kind] },
        { title: 'As of', isUnbroken: true, cell: ({ readAt }) => timeOf(readAt) },
        { title: 'Latest change in the ERP', isUnbroken: true, cell: ({ watermark }) => timeOf(watermark) },
        { title: 'Last sync', isWide: true, cell: ({ last }) => <RunState run={last} /> },
        {
          title: 'Actions',
          isActions: true,
          cell: ({ kind, last }) => <ReadNow kind={kind} isDisabled={!isConnected} run={last} />,
        },
      ]}
    />
  )
}

const tones = { waiting: 'neutral', running: 'notice', done: 'good', failed: 'bad' } as const
const words = { waiting: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed' } as const

function RunState({ run }: { run: SyncRun | null }) {
  if (!run) return <>Never</>
  return (
    <Group component="span" gap="2px 8px" title={run.state === 'failed' ? `since ${timeOf(run.startedAt)}` : undefined}>
      <Status tone={tones[run.state]}>{words[run.state]}</Status>
      <span>{runSentence(run).replace(`${kindLabels[run.kind]}: `, '')}</span>
    </Group>
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
    <ActButton
      size="compact-sm"
      variant="default"
      disabled={isDisabled}
      loading={sync.isPending || isOpen}
      aria-label={`Sync now: ${kindLabels[kind].toLowerCase()}`}
      onClick={() => sync.mutate({ params: { kind }, body: {} })}
    >
      Sync now
    </ActButton>
  )
}

/** The last runs, with what they read and skipped. */
export function RunList({ runs }: { runs: SyncRun[] }) {
  return (
    <ListTable
      caption="Recent syncs"
      rows={runs}
      rowKey={({ _id }) => _id}
      empty={{ title: 'No sync has run yet.' }}
      columns={[
        {
          title: 'Started',
          isUnbroken: true,
          isName: true,
          cell: ({ startedAt, createdAt }) => timeOf(startedAt ?? createdAt),
        },
        { title: 'Data', cell: ({ kind }) => kindLabels[kind] },
        { title: 'State', cell: ({ state }) => <Status tone={tones[state]}>{words[state]}</Status> },
        { title: 'Read', align: 'right', cell: ({ read }) => read.toLocaleString('en-US') },
        { title: 'New', align: 'right', cell: ({ added }) => added.toLocaleString('en-US') },
        { title: 'Changed', align: 'right', cell: ({ changed }) => changed.toLocaleString('en-US') },
        { title: 'Skipped', align: 'right', cell: (run) => <LeftOut run={run} /> },
        { title: 'Started by', cell: ({ askedBy }) => askedBy ?? 'Schedule' },
      ]}
    />
  )
}

function LeftOut({ run: { refused, notes, message } }: { run: SyncRun }) {
  const lines = [...(message ? [message] : []), ...notes]
  if (lines.length === 0) return <>{refused.toLocaleString('en-US')}</>
  return (
    <details className={styles.reasons}>
      <summary>{refused > 0 ? refused.toLocaleString('en-US') : 'Reason'}</summary>
      <ul className={text.bullets}>
        {[...new Set(lines)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

/** Orders that the ERP does not have yet or rejected. */
export function WaitingTable({ orders }: { orders: WaitingOrder[] }) {
  if (orders.length === 0)
    return <p className={formStyles.note}>All orders are in the ERP. None are waiting and none failed.</p>
  return (
    <ListTable
      caption="Orders being sent to the ERP"
      rows={orders}
      rowKey={({ _id }) => _id}
      columns={[
        {
          title: 'Order',
          isName: true,
          cell: ({ _id: id, orderIdSap, companyName }) => (
            <TextLink to="/order/$id" params={{ id }}>
              {orderIdSap ?? (companyName || 'Order')}
            </TextLink>
          ),
        },
        { title: 'Placed', isUnbroken: true, cell: ({ createdAt }) => timeOf(createdAt) },
        { title: 'Total', align: 'right', cell: ({ totalPrice }) => <Money amount={totalPrice} /> },
        {
          title: 'State',
          cell: ({ state }) => <Status tone={exportStates[state].tone}>{exportStates[state].word}</Status>,
        },
        {
          title: 'Reason',
          isWide: true,
          cell: ({ reason, attempts }) => `${reason || '–'}${attempts > 1 ? ` (${attempts} tries)` : ''}`,
        },
        { title: 'Actions', isActions: true, cell: (order) => <Retry order={order} /> },
      ]}
    />
  )
}

function Retry({ order }: { order: WaitingOrder }) {
  const sync = useChange(orderCalls.sync, {
    refresh: [erpCalls.state],
    refreshesAlways: true,
  })
  if (order.state === 'linked' || order.state === 'held') return null
  return (
    <ActButton
      size="compact-sm"
      variant="default"
      loading={sync.isPending}
      aria-label={`Try to sync: order of ${order.companyName}`}
      onClick={() => sync.mutate({ params: { id: order._id } })}
    >
      Try to sync
    </ActButton>
  )
}

/** Orders whose net amount in the ERP differs from what the customer was shown. */
export function DifferenceTable({ differences }: { differences: OrderPriceDifference[] }) {
  if (differences.length === 0)
    return <p className={formStyles.note}>The ERP’s amounts match what customers were shown.</p>
  return (
    <ListTable
      caption="Price differences"
      rows={differences}
      rowKey={({ _id }) => _id}
      columns={[
        {
          title: 'Order',
          isName: true,
          cell: ({ _id: id, orderIdSap }) => (
            <TextLink to="/order/$id" params={{ id }}>
              {orderIdSap ?? 'Order'}
            </TextLink>
          ),
        },
        { title: 'Customer', cell: ({ companyName }) => companyName },
        { title: 'Placed', isUnbroken: true, cell: ({ createdAt }) => timeOf(createdAt) },
        { title: 'Portal', align: 'right', cell: ({ portal }) => <Money amount={portal} /> },
        { title: 'ERP', align: 'right', cell: ({ erp }) => <Money amount={erp} /> },
        {
          title: 'Difference',
          align: 'right',
          cell: ({ portal, erp }) => <Money amount={Math.round((erp - portal) * 100) / 100} />,
        },
      ]}
    />
  )
}
