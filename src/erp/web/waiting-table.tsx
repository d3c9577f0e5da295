import { Button, Text } from '@mantine/core'
import { orders as orderCalls } from '#orders/contract.ts'
import { useChange } from '#web/api.ts'
import { TextLink } from '#web/ui/button-link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import { erpCalls, type WaitingOrder } from '../contract.ts'
import { FactsTable } from './facts-table.tsx'
import { timeOf } from './time-of.ts'

/** Orders that the ERP does not have yet, or that need a person there. */
export function WaitingTable({ orders }: { orders: WaitingOrder[] }) {
  if (orders.length === 0) return <Text c="dimmed">All orders are in the ERP: nothing waits and nothing failed.</Text>
  return (
    <FactsTable
      caption="Orders on their way to the ERP"
      titles={['Order', 'Placed', 'Total', 'State', 'Why', 'Actions']}
      rows={orders.map((order) => ({
        key: order._id,
        cells: [
          <TextLink key="order" to="/order/$id" params={{ id: order._id }}>
            {order.orderIdSap ?? (order.companyName || 'Order')}
          </TextLink>,
          timeOf(order.createdAt),
          <Money key="total" amount={order.totalPrice} />,
          <Status key="state" tone={states[order.state].tone}>
            {states[order.state].word}
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

const states: Record<WaitingOrder['state'], { word: string; tone: Tone }> = {
  held: { word: 'Held', tone: 'notice' },
  waiting: { word: 'Waiting', tone: 'neutral' },
  sending: { word: 'Being sent', tone: 'neutral' },
  unknown: { word: 'Not known yet', tone: 'notice' },
  linked: { word: 'In the ERP', tone: 'notice' },
  rejected: { word: 'Rejected', tone: 'bad' },
  conflict: { word: 'Conflict', tone: 'bad' },
}

function Retry({ order }: { order: WaitingOrder }) {
  const sync = useChange(orderCalls.sync, { success: ({ message }) => message, refresh: [erpCalls.state] })
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
