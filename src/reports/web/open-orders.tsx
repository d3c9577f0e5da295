import { Link } from '@tanstack/react-router'
import { PackageCheck } from 'lucide-react'
import { Money } from '#web/ui/money.tsx'
import { ReleaseBadge } from '#web/ui/release-badge.tsx'
import { Status } from '#web/ui/status.tsx'
import type { MySummary, OpenOrder } from '../contract.ts'
import { Block } from '#web/ui/block.tsx'
import { ListTable, RowLink } from '#web/table/list-table.tsx'
import { Day } from '#web/ui/day.tsx'
import styles from './figures.module.css'

export function OpenOrders({ openOrders: { count, orders } }: { openOrders: MySummary['openOrders'] }) {
  return (
    <Block
      title="Open orders"
      foldsOnPhone
      controls={
        count > orders.length && (
          <Link to="/orderhistory" search={{ query: { stage: 'open' } }}>
            All {count.toLocaleString('en-US')}
          </Link>
        )
      }
    >
      <ListTable
        caption="Open orders"
        rows={orders}
        rowKey={({ _id }) => _id}
        empty={{
          icon: <PackageCheck size={28} strokeWidth={1.5} />,
          title: 'No open orders',
          text: 'Orders stay here until they are completed.',
        }}
        columns={[
          {
            title: 'Order',
            isName: true,
            width: '100%',
            cell: ({ _id: id, orderIdSap, createdAt, purchaseOrder }) => (
              <>
                <RowLink to="/order/$id" params={{ id }}>
                  {orderIdSap || 'Number pending'}
                </RowLink>
                <span className={styles.sub}>
                  <Day at={createdAt} />
                  {purchaseOrder && `, PO ${purchaseOrder}`}
                </span>
              </>
            ),
          },
          { title: 'Status', align: 'right', cell: (order) => <OrderStatus order={order} /> },
          { title: 'Total', align: 'right', cell: ({ totalPrice }) => <Money amount={totalPrice} /> },
        ]}
      />
    </Block>
  )
}

function OrderStatus({ order: { handOver, orderStatusSap } }: { order: OpenOrder }) {
  if (handOver === 'held') return <Status tone="notice">On hold</Status>
  return <ReleaseBadge code={orderStatusSap} />
}
