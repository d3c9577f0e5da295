import { Checkbox } from '@mantine/core'
import { FileDown } from 'lucide-react'
import { releaseStatuses } from '#shared/release-status.ts'
import type { Column, ColumnFilter } from '#web/table/use-table.ts'
import { RowLink } from '#web/table/list-table.tsx'
import { Day } from '#web/ui/day.tsx'
import { ReleaseBadge } from '#web/ui/release-badge.tsx'
import { TrackingLinks } from '#web/ui/tracking-links.tsx'
import { type invoiceList, invoicePaymentFilters, type InvoiceRow } from '../../invoices/contract.ts'
import { documentAddress } from './hooks.ts'
import text from '#web/ui/text.module.css'
import styles from './invoice-columns.module.css'
import { InvoiceMoney } from './invoice-money.tsx'
import { SettlementBadge } from './settlement-badge.tsx'

type InvoiceColumn = Column<InvoiceRow, (typeof invoiceList.sorts)[number]>

const id = {
  key: 'id',
  title: 'Invoice ID',
  isName: true,
  isUnbroken: true,
  width: '7.5rem',
  sort: 'invoiceID',
  filter: { key: 'inv', label: 'Invoice ID' },
} as const

const account: InvoiceColumn = {
  key: 'account',
  title: 'Account',
  isUnbroken: true,
  width: '8rem',
  filter: { key: 'account', label: 'Account' },
  cell: ({ partyID1 }) => partyID1,
}

/** For users who see several customers. It keeps the account column's key, so saved views still apply. */
const customer: InvoiceColumn = {
  key: 'account',
  title: 'Customer',
  phone: 'middle',
  filter: { key: 'account', label: 'Customer', placeholder: 'Account or name' },
  cell: ({ customer: name, partyID1 }) => (
    <span className={styles.customer}>
      <span>{name}</span>
      <span className={`${text.small} ${styles.account}`}>{partyID1}</span>
    </span>
  ),
}

const paymentWords: Record<(typeof invoicePaymentFilters)[number], string> = {
  unsettled: 'Open, credit notes deducted',
  owed: 'Open or overdue',
  open: 'Open',
  overdue: 'Overdue',
  paid: 'Paid',
  received: 'Fully or partly paid',
  onItsWay: 'Payment processing',
  unknown: 'Not yet reported',
  credit: 'Credit note',
  openCredit: 'Credit note, unused balance',
  canceled: 'Canceled',
}
const paymentOptions = invoicePaymentFilters.map((payment) => [payment, paymentWords[payment]] as const)

/** Filters without a column. */
export const invoiceExtraFilters: readonly ColumnFilter[] = [
  { key: 'any', label: 'anything', placeholder: 'Invoice, order, PO, tracking' },
  { key: 'po', label: 'purchase order', placeholder: 'Purchase order' },
  { key: 'product', label: 'product', placeholder: 'Product, NDC, item number' },
  { key: 'person', label: 'person', placeholder: 'Person or email' },
]

const shared: InvoiceColumn[] = [
  {
    key: 'date',
    phone: 'start',
    title: 'Date',
    width: '7.5rem',
    sort: 'createdAt',
    filter: { key: 'date', label: 'Date', kind: 'days', lean: 'past' },
    cell: ({ Date: day }) => <Day at={day} />,
  },
  {
    key: 'total',
    phone: 'beside',
    title: 'Total net amount',
    align: 'right',
    width: '8.75rem',
    sort: 'totalNetAmount',
    filter: { key: 'total', label: 'Total', kind: 'amount' },
    cell: ({ totalNetAmount, currencyCode }) => <InvoiceMoney amount={totalNetAmount} currency={currencyCode} />,
  },
  {
    key: 'due',
    phone: 'middle',
    isTitledOnPhone: true,
    title: 'Due',
    width: '7.5rem',
    sort: 'dueDate',
    filter: { key: 'due', label: 'Due', kind: 'days', lean: 'near' },
    cell: ({ dueDate }) => <Day at={dueDate} />,
  },
  {
    key: 'payment',
    phone: 'end',
    title: 'Payment',
    width: '8rem',
    filter: { key: 'payment', label: 'Payment', options: paymentOptions },
    cell: ({ settlement }) => <SettlementBadge settlement={settlement} />,
  },
  {
    key: 'status',
    title: 'Release status',
    width: '8rem',
    sort: 'releaseStatusCode',
    filter: { key: 'status', label: 'Release status', options: releaseStatuses },
    cell: ({ releaseStatusCode }) => <ReleaseBadge code={releaseStatusCode} />,
  },
  {
    key: 'tracking',
    title: 'Tracking number',
    width: '11rem',
    filter: { key: 'track', label: 'Tracking number' },
    cell: ({ trackingNumber, shipVia }) => <TrackingLinks isFolded codes={trackingNumber} shipVia={shipVia} />,
  },
  {
    key: 'ship',
    title: 'Ship via',
    isUnbroken: true,
    width: '6.5rem',
    isOnScreenOnly: true,
    filter: { key: 'ship', label: 'Ship via' },
    cell: ({ shipVia }) => shipVia,
  },
]

interface Choice {
  chosen: ReadonlySet<string>
  choose: (id: string, isChosen: boolean) => void
}

/** The checkbox is next to the number, on cards too. */
const idWith = ({ chosen, choose }: Choice): InvoiceColumn => ({
  ...id,
  cell: ({ invoiceID }) => (
    <span className={styles.id}>
      <Checkbox
        size="xs"
        data-above
        aria-label={`Select invoice ${invoiceID}`}
        checked={chosen.has(invoiceID)}
        onChange={(event) => choose(invoiceID, event.currentTarget.checked)}
      />
      {invoiceID}
    </span>
  ),
})

/** On phones the customer stands in its place. */
const withoutDueOnPhones = (column: InvoiceColumn): InvoiceColumn => {
  const { phone: _, ...others } = column
  return column.key === 'due' ? others : column
}

/** Admins see the customer, and their View button opens the admin page. */
export const invoiceTableColumns = (isAdmin: boolean, choice: Choice): InvoiceColumn[] => [
  idWith(choice),
  isAdmin ? customer : account,
  ...(isAdmin ? shared.map(withoutDueOnPhones) : shared),
  {
    key: 'actions',
    title: 'Actions',
    isActions: true,
    width: '8.5rem',
    cell: ({ invoiceID }) => (
      <>
        {isAdmin ? (
          <RowLink to="/admin/viewInvoice/$invoiceID" params={{ invoiceID }}>
            View
          </RowLink>
        ) : (
          <RowLink to="/viewInvoice/$id" params={{ id: invoiceID }}>
            View
          </RowLink>
        )}
        <DocumentLink id={invoiceID} />
      </>
    ),
  },
]

/** A plain link: the new tab authenticates with the document cookie and shows progress until the document is ready. */
function DocumentLink({ id }: { id: string }) {
  return (
    <a
      className={styles.link}
      data-short
      href={documentAddress(id)}
      target="_blank"
      rel="noopener"
      aria-label={`Download PDF of invoice ${id} (opens in a new tab)`}
    >
      <FileDown size={14} aria-hidden />
      <span>PDF</span>
    </a>
  )
}
