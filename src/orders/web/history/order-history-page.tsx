import { Package, RotateCcw } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useMayOrder } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { RowLink } from '#web/table/list-table.tsx'
import { tableAddress, useTable } from '#web/table/use-table.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { orderList, type OrderRow } from '../../order-shapes.ts'
import * as columns from './order-columns.tsx'
import styles from './order-columns.module.css'
import { OrderStatus } from './order-status.tsx'
import { ReorderDialog } from './reorder-dialog.tsx'
import { StageButtons } from './stage-buttons.tsx'
import { saveMyOrders, useMyOrders } from './hooks.ts'

const address = tableAddress(orderList)

interface Props {
  age: ReactNode
  hasCostCenters: boolean
}

/** The signed-in user's orders; the filter is JSON in `?query=`. */
export function OrderHistoryPage({ age, hasCostCenters }: Props) {
  const user = useUser()
  const userId = user?._id ?? ''
  const isStaff = user !== null && (user.isAdmin || user.isSalesRep)
  const table = useTable(address)
  const query = useMyOrders(userId, table)
  const [again, setAgain] = useState<OrderRow | null>(null)
  const mayOrder = useMayOrder()
  const isCharged = hasCostCenters || query.data?.rows.some(({ costCenter }) => costCenter) === true
  const shown = useMemo(
    () => historyColumns(setAgain, { isStaff, mayOrder, isCharged }),
    [isStaff, mayOrder, isCharged],
  )
  return (
    <>
      <PageHeading title="Order History" note={age} />
      <DataTable
        name="order-history"
        caption="Orders"
        columns={shown}
        rowKey={({ _id }) => _id}
        table={table}
        query={query}
        more={columns.orderExtraFilters}
        csv={() => saveMyOrders(userId, table, 'orders')}
        linesXlsx={() => saveMyOrders(userId, table, 'lines')}
        empty={{
          icon: <Package size={28} strokeWidth={1.5} />,
          title: 'No orders yet',
          text: (
            <ButtonLink variant="default" to="/search">
              Go Shopping
            </ButtonLink>
          ),
        }}
      >
        <StageButtons table={table} stages={['open']} />
      </DataTable>
      <ReorderDialog order={again && { ...again, customerId: again.customer._id }} close={() => setAgain(null)} />
    </>
  )
}

interface Eyes {
  isStaff: boolean
  mayOrder: boolean
  /** The business has cost centers or once had them. */
  isCharged: boolean
}

const historyColumns = (reorder: (row: OrderRow) => void, { isStaff, mayOrder, isCharged }: Eyes) => [
  columns.idColumn,
  ...(isStaff ? [columns.customerColumn] : []),
  columns.dateColumn,
  { ...columns.statusColumn, width: '10rem', cell: (row: OrderRow) => <OrderStatus row={row} isAdmin={false} /> },
  columns.totalColumn,
  isStaff ? columns.purchaseOrderColumn : { ...columns.purchaseOrderColumn, phone: 'middle' as const },
  ...(isCharged ? [columns.costCenterColumn] : []),
  columns.trackingColumn,
  {
    key: 'actions',
    title: 'Actions',
    isActions: true,
    width: '9.5rem',
    cell: (row: OrderRow) => (
      <>
        {!row.orderFromSAP && mayOrder && (
          <button type="button" className={styles.action} data-short onClick={() => reorder(row)}>
            <RotateCcw size={16} aria-hidden />
            <span>Re-Order</span>
          </button>
        )}
        <RowLink to="/order/$id" params={{ id: row._id }}>
          Details
        </RowLink>
      </>
    ),
  },
]
