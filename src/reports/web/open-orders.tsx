import { Link } from '@tanstack/react-router'
import { PackageCheck } from 'lucide-react'
import { Money } from '#web/ui/money.tsx'
import { ReleaseBadge } from '#web/ui/release-badge.tsx'
import { Status } from '#web/ui/status.tsx'
import type { MySummary, OpenOrder } from '../contract.ts'
import { Block } from '#web/ui/block.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import { Day } from '#web/ui/day.tsx'
import styles from './figures-table.module.css'

export function OpenOrders({ openOrders: { count, orders } }: { openOrders: MySummary['openOrders'] }) {
  return (
    <Block
      title="Open orders"
      controls={
        count > orders.length && (
          <Link to="/orderhistory" search={{ query: { stage: 'open' } }}>
            All {count.toLocaleString('en-US')}
          </Link>
        )
      }
    >
      {orders.length === 0 ? (
        <EmptyState icon={<PackageCheck size={28} strokeWidth={1.5} />} title="No open orders">
          Orders stay here until they are completed.
        </EmptyState>
      ) : (
        <table className={styles.table} aria-label="Open orders">
          <TableHead titles={['Order', 'Status', 'Total']} first={styles.words} />
          <tbody>
            {orders.map((order) => (
              <tr key={order._id}>
                <td className={styles.words}>
                  <Link to="/order/$id" params={{ id: order._id }} className={styles.name}>
                    {order.orderIdSap || 'Number pending'}
                  </Link>
                  <span className={styles.sub}>
                    <Day at={order.createdAt} />
                    {order.purchaseOrder && `, PO ${order.purchaseOrder}`}
                  </span>
                </td>
                <td>
                  <OrderStatus order={order} />
                </td>
                <td className={styles.total}>
                  <Money amount={order.totalPrice} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Block>
  )
}

function OrderStatus({ order: { handOver, orderStatusSap } }: { order: OpenOrder }) {
  if (handOver === 'held') return <Status tone="notice">On hold: license</Status>
  return <ReleaseBadge code={orderStatusSap} />
}
