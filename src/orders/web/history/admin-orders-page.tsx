import { Package } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useWholeWidth } from '#web/display.ts'
import type { Column } from '#web/table/columns.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { tableAddress } from '#web/table/table-address.ts'
import { useTable } from '#web/table/use-table.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { orderList, type OrderRow } from '../../order-shapes.ts'
import { AdminOrderActions } from './admin-order-actions.tsx'
import { DeleteOrderDialog } from './delete-order-dialog.tsx'
import * as columns from './order-columns.tsx'
import styles from './order-columns.module.css'
import { OrderLegend } from './order-legend.tsx'
import { saveAllOrders, useAllOrders } from './hooks.ts'

const address = tableAddress(orderList)

/** All orders, how old what is shown of them is, and what can be done about each. */
export function AdminOrdersPage({ age }: { age: ReactNode }) {
  const table = useTable(address)
  const query = useAllOrders(table)
  const [doomed, setDoomed] = useState<OrderRow | null>(null)
  const shown = useMemo(() => overviewColumns(setDoomed), [])
  useWholeWidth()
  return (
    <>
      <PageHeading title="Orders" lead={age} />
      <OrderLegend />
      <DataTable
        name="orders"
        caption="Orders"
        columns={shown}
        rowKey={({ _id }) => _id}
        table={table}
        query={query}
        csv={() => saveAllOrders(table)}
        empty={{ icon: <Package size={28} strokeWidth={1.5} />, title: 'No orders yet' }}
      />
      <DeleteOrderDialog order={doomed} close={() => setDoomed(null)} />
    </>
  )
}

type OrderColumn = Column<OrderRow, (typeof orderList.sorts)[number]>

const overviewColumns = (remove: (row: OrderRow) => void): OrderColumn[] => [
  { ...columns.idColumn, filter: { key: 'orderIdSap', label: 'ID', kind: 'number' } },
  {
    key: 'customer',
    title: 'Customer',
    sort: 'billToPartyID',
    filter: { key: 'billToPartyID', label: 'Customer', placeholder: 'Account or name' },
    cell: ({ customer, billToPartyID }) => (
      <span className={styles.customer} title={`${customer.companyName || customer.name} ${billToPartyID}`}>
        <span className={styles.company}>{customer.companyName || customer.name}</span>
        <span className={styles.account}>{billToPartyID}</span>
      </span>
    ),
  },
  columns.dateColumn,
  columns.totalColumn,
  columns.purchaseOrderColumn,
  columns.trackingColumn,
  columns.statusColumn,
  {
    key: 'actions',
    title: 'Actions',
    isActions: true,
    width: '13rem',
    cell: (row) => <AdminOrderActions row={row} remove={() => remove(row)} />,
  },
]
