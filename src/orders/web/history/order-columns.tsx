import { costCenterWords } from '../../charge-shapes.ts'
import { methodWords } from '#ordering-rules/methods/method-shapes.ts'
import { canceledWord, releaseStatuses } from '#shared/release-status.ts'
import type { Column, ColumnFilter } from '#web/table/use-table.ts'
import { IsoDay } from '#web/ui/day.tsx'
import { Money } from '#web/ui/money.tsx'
import { ReleaseBadge } from '#web/ui/release-badge.tsx'
import { TrackingLinks } from '#web/ui/tracking-links.tsx'
import { canceledStatus, type orderList, orderPayments, type OrderRow } from '../../order-shapes.ts'
import text from '#web/ui/text.module.css'
import styles from './order-columns.module.css'

type OrderColumn = Column<OrderRow, (typeof orderList.sorts)[number]>

/** Columns shared by the order history and the admin overview. */
export const idColumn: OrderColumn = {
  key: 'id',
  title: 'ID',
  isName: true,
  width: '8rem',
  sort: 'orderIdSap',
  filter: { key: 'orderIdSap', label: 'ID' },
  cell: (row) => <OrderId row={row} />,
}

/** For users who see orders of several customers. */
export const customerColumn: OrderColumn = {
  key: 'customer',
  phone: 'middle',
  title: 'Customer',
  sort: 'billToPartyID',
  filter: { key: 'billToPartyID', label: 'Customer', placeholder: 'Account or name' },
  cell: ({ customer, billToPartyID }) => (
    <span className={styles.customer}>
      <span>{customer.companyName || customer.name}</span>
      <span className={`${text.small} ${styles.account}`}>{billToPartyID}</span>
    </span>
  ),
}

export const dateColumn: OrderColumn = {
  key: 'date',
  phone: 'start',
  title: 'Ordered date',
  width: '7.5rem',
  sort: 'createdAt',
  filter: { key: 'createdAt', label: 'Date', kind: 'days', lean: 'past' },
  cell: ({ createdAt }) => <IsoDay at={createdAt} />,
}

export const totalColumn: OrderColumn = {
  key: 'total',
  phone: 'beside',
  title: 'Total (USD)',
  align: 'right',
  width: '8rem',
  sort: 'totalPrice',
  filter: { key: 'totalPrice', label: 'Total', kind: 'amount' },
  cell: ({ totalPrice }) => <Money amount={totalPrice} />,
}

export const purchaseOrderColumn: OrderColumn = {
  key: 'purchaseOrder',
  title: 'Purchase order',
  isUnbroken: true,
  sort: 'purchaseOrder',
  filter: { key: 'purchaseOrder', label: 'Purchase order' },
  cell: ({ purchaseOrder }) => purchaseOrder,
}

/** For businesses with cost centers. */
export const costCenterColumn: OrderColumn = {
  key: 'costCenter',
  title: 'Cost center',
  filter: { key: 'costCenter', label: 'Cost center', placeholder: 'Code or name' },
  cell: ({ costCenter }) => costCenter && costCenterWords(costCenter),
}

export const trackingColumn: OrderColumn = {
  key: 'tracking',
  title: 'Tracking number',
  width: '8.5rem',
  filter: { key: 'trackingCode', label: 'Tracking' },
  cell: ({ trackingCode, shippingMethod }) => <TrackingLinks isFolded codes={trackingCode} shipVia={shippingMethod} />,
}

const orderStatuses = [...releaseStatuses, [canceledStatus, canceledWord]] as const

export const statusColumn: OrderColumn = {
  key: 'status',
  phone: 'end',
  title: 'Status',
  width: '9rem',
  sort: 'orderStatusSap',
  filter: { key: 'orderStatusSap', label: 'Status', options: orderStatuses },
  cell: ({ orderStatusSap }) => <ReleaseBadge code={orderStatusSap} />,
}

const paymentWords: Record<(typeof orderPayments)[number], string> = {
  paid: 'Paid online',
  unpaid: 'Not paid online',
  'By Invoice': methodWords['By Invoice'],
  PayPal: methodWords.PayPal,
  Stripe: methodWords.Stripe,
}

/** Filters without a column. */
export const orderExtraFilters: readonly ColumnFilter[] = [
  { key: 'any', label: 'anything', placeholder: 'Order, PO, tracking, name' },
  { key: 'product', label: 'product', placeholder: 'Product, NDC, item number' },
  { key: 'person', label: 'person', placeholder: 'Person or email' },
  {
    key: 'payment',
    label: 'payment',
    options: orderPayments.map((payment) => [payment, paymentWords[payment]] as const),
  },
]

/** The order number in the external system, with a mark for orders entered there. */
function OrderId({ row: { orderIdSap, orderFromSAP } }: { row: OrderRow }) {
  return (
    <span className={styles.id}>
      {orderIdSap ?? <span className={styles.pending}>ID will follow</span>}
      {orderFromSAP && (
        <abbr className={styles.external} title="Order from the external system">
          EXT
        </abbr>
      )}
    </span>
  )
}
