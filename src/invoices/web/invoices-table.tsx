import { ReceiptText } from 'lucide-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useUser } from '#web/session.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { tableAddress } from '#web/table/table-address.ts'
import { useTable } from '#web/table/use-table.ts'
import { invoiceList } from '../contract.ts'
import { saveInvoices, useInvoices } from './hooks.ts'
import { invoiceColumns } from './invoice-columns.tsx'
import { InvoiceTotals } from './invoice-totals.tsx'
import { rememberList } from './last-list.ts'
import { StatementButton } from './statement-button.tsx'

const address = tableAddress(invoiceList)

/** The list of both invoice pages: the server shows a customer the own account and an admin all. */
export function InvoicesTable({ isAdmin }: { isAdmin: boolean }) {
  const userId = useUser()?._id ?? ''
  const table = useTable(address)
  const query = useInvoices(table)
  const search: Record<string, unknown> = useSearch({ strict: false })
  useEffect(() => rememberList(search), [search])
  const columns = useMemo(() => invoiceColumns(isAdmin), [isAdmin])
  return (
    <>
      <InvoiceTotals />
      <DataTable
        name={isAdmin ? 'invoices' : 'my-invoices'}
        caption="Invoices"
        columns={columns}
        rowKey={({ invoiceID }) => invoiceID}
        table={table}
        query={query}
        csv={() => saveInvoices(table)}
        empty={{
          icon: <ReceiptText size={28} strokeWidth={1.5} />,
          title: 'No invoices yet',
          text: <p>Invoices appear here as soon as an order is shipped and billed.</p>,
        }}
      >
        <StatementButton userId={userId} isAdmin={isAdmin} />
      </DataTable>
    </>
  )
}
