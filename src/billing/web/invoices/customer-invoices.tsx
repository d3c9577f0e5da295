import { useQuery } from '@tanstack/react-query'
import { CountedList, useTabPaging } from '#web/table/counted-list.tsx'
import { type ListColumn, RowLink } from '#web/table/list-table.tsx'
import { countedQueryOf } from '#web/table/use-table.ts'
import { Day } from '#web/ui/day.tsx'
import { type InvoiceRow, invoices } from '../../invoices/contract.ts'
import { InvoiceMoney } from './invoice-money.tsx'
import { SettlementBadge } from './settlement-badge.tsx'

const invoicesPerPage = 25

/** All invoices of a customer's account, newest first, for admins. */
export function CustomerInvoices({ userId }: { userId: string }) {
  const paging = useTabPaging(invoicesPerPage)
  const sent = { page: paging.page, pageSize: invoicesPerPage, sort: '-createdAt' } as const
  return (
    <CountedList
      caption="Invoices"
      columns={columns}
      rowKey={({ invoiceID }) => invoiceID}
      query={useQuery(countedQueryOf(invoices.ofCustomer, { params: { id: userId }, query: sent }))}
      empty={{ title: 'No invoices yet', text: 'Invoices appear here once an order ships and is billed.' }}
      paging={paging}
    />
  )
}

/** Open and overdue invoices, those due first on top. */
export function OwedInvoices({ userId }: { userId: string }) {
  const sent = { page: 1, pageSize: 5, sort: 'dueDate', payment: 'owed' } as const
  return (
    <CountedList
      caption="Open invoices"
      columns={columns.filter(({ title }) => title !== 'Date')}
      rowKey={({ invoiceID }) => invoiceID}
      query={useQuery(countedQueryOf(invoices.ofCustomer, { params: { id: userId }, query: sent }))}
      empty={{ title: 'No open invoices' }}
    />
  )
}

const columns: ListColumn<InvoiceRow>[] = [
  {
    title: 'Invoice ID',
    isName: true,
    cell: ({ invoiceID }) => (
      <RowLink to="/admin/viewInvoice/$invoiceID" params={{ invoiceID }}>
        {invoiceID}
      </RowLink>
    ),
  },
  { title: 'Date', cell: ({ Date: day }) => <Day at={day} /> },
  {
    title: 'Total net amount',
    align: 'right',
    cell: ({ totalNetAmount, currencyCode }) => <InvoiceMoney amount={totalNetAmount} currency={currencyCode} />,
  },
  { title: 'Due', cell: ({ dueDate }) => <Day at={dueDate} /> },
  { title: 'Payment', cell: ({ settlement }) => <SettlementBadge settlement={settlement} /> },
]
