import { Package } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import panel from '#web/ui/panel.module.css'
import facts from '#web/ui/facts.module.css'
import { asDollars } from '#shared/money.ts'
import { canceledWord } from '#shared/release-status.ts'
import { useWholeWidth } from '#web/display.ts'
import { type Column, tableAddress, useTable } from '#web/table/use-table.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { RowLink } from '#web/table/list-table.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Status } from '#web/ui/status.tsx'
import { ReleaseBadge } from '#web/ui/release-badge.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import { useIsReadOnly } from '#web/read-only.ts'
import { orderList, type OrderRow } from '../../order-shapes.ts'
import { saveAllOrders, useAllOrders, useDeleteOrder, useSyncOrder } from './hooks.ts'
import styles from './order-columns.module.css'
import * as columns from './order-columns.tsx'
import { OrderStatus } from './order-status.tsx'
import { StageButtons } from './stage-buttons.tsx'

const address = tableAddress(orderList)

/** All orders, with the age of the data and the actions for each. */
export function AdminOrdersPage({ age }: { age: ReactNode }) {
  const table = useTable(address)
  const query = useAllOrders(table)
  const [doomed, setDoomed] = useState<OrderRow | null>(null)
  const shown = useMemo(() => overviewColumns(setDoomed), [])
  useWholeWidth()
  return (
    <>
      <PageHeading title="Orders" note={age} />
      <OrderLegend />
      <DataTable
        name="orders"
        caption="Orders"
        columns={shown}
        rowKey={({ _id }) => _id}
        table={table}
        query={query}
        more={columns.orderExtraFilters}
        csv={() => saveAllOrders(table, 'orders')}
        linesXlsx={() => saveAllOrders(table, 'lines')}
        empty={{
          icon: <Package size={28} strokeWidth={1.5} />,
          title: 'No orders yet',
          text: <p>Orders appear here when customers place them or the ERP reports them.</p>,
        }}
      >
        <StageButtons table={table} stages={['open', 'held', 'failed']} />
      </DataTable>
      <DeleteOrderDialog order={doomed} close={() => setDoomed(null)} />
    </>
  )
}

type OrderColumn = Column<OrderRow, (typeof orderList.sorts)[number]>

const overviewColumns = (remove: (row: OrderRow) => void): OrderColumn[] => [
  { ...columns.idColumn, filter: { key: 'orderIdSap', label: 'ID', kind: 'number' } },
  columns.customerColumn,
  columns.dateColumn,
  columns.totalColumn,
  columns.purchaseOrderColumn,
  { ...columns.statusColumn, width: '8.5rem', cell: (row) => <OrderStatus row={row} isAdmin /> },
  columns.trackingColumn,
  {
    key: 'actions',
    title: 'Actions',
    isActions: true,
    width: '9rem',
    cell: (row) => <AdminOrderActions row={row} remove={() => remove(row)} />,
  },
]

interface Props {
  row: OrderRow
  remove: () => void
}

function AdminOrderActions({ row, remove }: Props) {
  const isReadOnly = useIsReadOnly()
  return (
    <>
      {row.orderIdSap === null && !row.isCancelled && !isReadOnly && <WhileWithoutId row={row} remove={remove} />}
      <RowLink to="/order/$id" params={{ id: row._id }}>
        Details
      </RowLink>
    </>
  )
}

/** Only an active order without an external id can be synced or deleted. */
function WhileWithoutId({ row, remove }: Props) {
  const sync = useSyncOrder()
  return (
    <>
      <button
        type="button"
        className={styles.action}
        title={row.handOverProblem ?? undefined}
        disabled={sync.isPending}
        onClick={() => sync.mutate({ params: { id: row._id } })}
      >
        {sync.isPending ? 'Syncing…' : 'Try to sync'}
      </button>
      <button type="button" className={styles.action} data-danger onClick={remove}>
        Delete
      </button>
    </>
  )
}

function DeleteOrderDialog({ order, close }: { order: OrderRow | null; close: () => void }) {
  const [reason, setReason] = useState('')
  // Keeps the content readable while the dialog fades out.
  const [shown, setShown] = useState(order)
  if (order && order !== shown) {
    setShown(order)
    setReason('')
  }
  const remove = useDeleteOrder(close)
  const text = reason.trim()
  return (
    <Confirm
      isOpen={order !== null}
      question="Are you sure to delete?"
      answer="Delete"
      isDestructive
      isPending={remove.isPending}
      confirm={() => order && remove.mutate({ params: { id: order._id }, query: text === '' ? {} : { reason: text } })}
      close={close}
    >
      {shown && (
        <p>
          The order for {shown.customer.companyName || shown.customer.name || shown.billToPartyID} placed on{' '}
          {businessDayWords(shown.createdAt)} ({asDollars(shown.totalPrice)}) will be deleted and its products returned
          to stock. It stays in the history as Canceled, and we email the customer.
        </p>
      )}
      <LimitedInput
        label="Reason"
        description="Saved with the order and sent to the customer."
        most={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  )
}

function OrderLegend() {
  return (
    <details className={styles.legend}>
      <summary>Legend</summary>
      <dl className={`${facts.facts} ${panel.surface} ${styles.list}`}>
        <div>
          <dt>
            <abbr className={styles.external} title="Order from the external system">
              EXT
            </abbr>
          </dt>
          <dd>Order entered in the external system. It can’t be reordered here.</dd>
        </div>
        <div>
          <dt>No mark</dt>
          <dd>Order from the customer portal. It can be synced or deleted until it has an ID.</dd>
        </div>
        <div>
          <dt>
            <ReleaseBadge code="1" />
          </dt>
          <dd>Not released yet.</dd>
        </div>
        <div>
          <dt>
            <ReleaseBadge code="2" />
          </dt>
          <dd>Sales order released; may be picked, packed or shipped. No change until complete.</dd>
        </div>
        <div>
          <dt>
            <ReleaseBadge code="3" />
          </dt>
          <dd>Shipped and invoiced.</dd>
        </div>
        <div>
          <dt>
            <ReleaseBadge code="4" />
          </dt>
          <dd>Received, loaded in the external system.</dd>
        </div>
        <div>
          <dt>
            <Status tone="bad">{canceledWord}</Status>
          </dt>
          <dd>Deleted here or canceled in the external system. Not counted in any total.</dd>
        </div>
      </dl>
    </details>
  )
}
