import { useQuery } from '@tanstack/react-query'
import { CountedList, useTabPaging } from '#web/table/counted-list.tsx'
import { type ListColumn, RowLink } from '#web/table/list-table.tsx'
import { countedQueryOf } from '#web/table/use-table.ts'
import { orders } from '../../contract.ts'
import type { OrderRow } from '../../order-shapes.ts'
import * as columns from './order-columns.tsx'
import { OrderStatus } from './order-status.tsx'

const ordersPerPage = 25

/** All orders of a customer's business, newest first, for admins. */
export function CustomerOrders({ userId }: { userId: string }) {
  const paging = useTabPaging(ordersPerPage)
  return <OrderList userId={userId} size={ordersPerPage} paging={paging} />
}

/** The newest five. */
export function LatestOrders({ userId }: { userId: string }) {
  return <OrderList userId={userId} size={5} />
}

interface Props {
  userId: string
  size: number
  paging?: ReturnType<typeof useTabPaging>
}

function OrderList({ userId, size, paging }: Props) {
  const sent = { query: {}, page: paging?.page ?? 1, pageSize: size, sort: '-createdAt' } as const
  return (
    <CountedList
      caption="Orders"
      columns={paging ? shown : shown.filter(({ title }) => !wide.has(title))}
      rowKey={({ _id }) => _id}
      query={useQuery(countedQueryOf(orders.mine, { params: { id: userId }, query: sent }))}
      empty={{ title: 'No orders yet', text: 'Use “Order for them” to place the first one.' }}
      {...(paging && { paging })}
    />
  )
}

const { title, cell } = columns.idColumn

/** Without the widths of the wide list. */
const shown: ListColumn<OrderRow>[] = [
  {
    title,
    isName: true,
    cell: (row) => (
      <RowLink to="/order/$id" params={{ id: row._id }}>
        {cell(row)}
      </RowLink>
    ),
  },
  { title: columns.dateColumn.title, cell: columns.dateColumn.cell },
  { title: columns.statusColumn.title, cell: (row) => <OrderStatus row={row} isAdmin /> },
  { title: columns.totalColumn.title, align: 'right', cell: columns.totalColumn.cell },
  { title: columns.purchaseOrderColumn.title, cell: columns.purchaseOrderColumn.cell },
  { title: columns.trackingColumn.title, cell: columns.trackingColumn.cell },
]

/** Columns for which half a page has no room. */
const wide = new Set([columns.purchaseOrderColumn.title, columns.trackingColumn.title])
