import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { orders as orderCalls } from '#orders/contract.ts'
import { exportStates } from '#orders/web/history/export-states.ts'
import { useChange } from '#web/api.ts'
import { TextLink } from '#web/ui/button-link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Status } from '#web/ui/status.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import { erpCalls, type ErpState, type OrderPriceDifference, type SyncRun, type WaitingOrder } from '../contract.ts'
import styles from './sync-page.module.css'
import { kindLabels, runSentence } from './run-sentence.ts'
import { timeOf } from './time-of.ts'
import { useSync } from './hooks.ts'

/** The age of each kind of data and its last run. */
export function KindTable({ state: { kinds, isConnected } }: { state: ErpState }) {
  return (
    <FactsTable
      caption="ERP data"
      titles={['Data', 'As of', 'Latest change in the ERP', 'Last sync', 'Actions']}
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
      aria-label={`Sync now: ${kindLabels[kind].toLowerCase()}`}
      onClick={() => sync.mutate({ params: { kind }, body: {} })}
    >
      Sync now
    </Button>
  )
}

/** The last runs, with what they read and skipped. */
export function RunList({ runs }: { runs: SyncRun[] }) {
  if (runs.length === 0) return <Text c="dimmed">No sync has run yet.</Text>
  return (
    <FactsTable
      caption="Recent syncs"
      titles={['Started', 'Data', 'State', 'Read', 'New', 'Changed', 'Skipped', 'Started by']}
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
      <summary>{refused > 0 ? refused.toLocaleString('en-US') : 'Reason'}</summary>
      <ul>
        {[...new Set(lines)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

/** Orders that the ERP does not have yet or rejected. */
export function WaitingTable({ orders }: { orders: WaitingOrder[] }) {
  if (orders.length === 0) return <Text c="dimmed">All orders are in the ERP. None are waiting and none failed.</Text>
  return (
    <FactsTable
      caption="Orders being sent to the ERP"
      titles={['Order', 'Placed', 'Total', 'State', 'Reason', 'Actions']}
      rows={orders.map((order) => ({
        key: order._id,
        cells: [
          <TextLink key="order" to="/order/$id" params={{ id: order._id }}>
            {order.orderIdSap ?? (order.companyName || 'Order')}
          </TextLink>,
          timeOf(order.createdAt),
          <Money key="total" amount={order.totalPrice} />,
          <Status key="state" tone={exportStates[order.state].tone}>
            {exportStates[order.state].word}
          </Status>,
          <span key="why">
            {order.reason || '—'}
            {order.attempts > 1 && ` (${order.attempts} tries)`}
          </span>,
          <Retry key="retry" order={order} />,
        ],
      }))}
    />
  )
}

function Retry({ order }: { order: WaitingOrder }) {
  const sync = useChange(orderCalls.sync, {
    success: ({ message }) => message,
    refresh: [erpCalls.state],
    refreshesAlways: true,
  })
  if (order.state === 'linked' || order.state === 'held') return <>—</>
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={sync.isPending}
      aria-label={`Try to sync: order of ${order.companyName}`}
      onClick={() => sync.mutate({ params: { id: order._id } })}
    >
      Try to sync
    </Button>
  )
}

/** Orders whose net amount in the ERP differs from what the customer was shown. */
export function DifferenceTable({ differences }: { differences: OrderPriceDifference[] }) {
  if (differences.length === 0) return <Text c="dimmed">The ERP’s amounts match what customers were shown.</Text>
  return (
    <FactsTable
      caption="Price differences"
      titles={['Order', 'Customer', 'Placed', 'Portal', 'ERP', 'Difference']}
      rows={differences.map(({ _id, orderIdSap, companyName, createdAt, portal, erp }) => ({
        key: _id,
        cells: [
          <TextLink key="order" to="/order/$id" params={{ id: _id }}>
            {orderIdSap ?? 'Order'}
          </TextLink>,
          companyName,
          timeOf(createdAt),
          <Money key="portal" amount={portal} />,
          <Money key="erp" amount={erp} />,
          <Money key="difference" amount={Math.round((erp - portal) * 100) / 100} />,
        ],
      }))}
    />
  )
}

interface Props {
  caption: string
  titles: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A short table without paging; rows become cards on a phone. */
export function FactsTable({ caption, titles, rows }: Props) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <TableHead titles={titles} />
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={titles[index]} data-label={titles[index]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
