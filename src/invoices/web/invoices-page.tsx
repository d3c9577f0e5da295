import { ReceiptText } from 'lucide-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, type ReactNode } from 'react'
import { useWholeWidth } from '#web/display.ts'
import { useUser } from '#web/session.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { tableAddress } from '#web/table/table-address.ts'
import { useTable } from '#web/table/use-table.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { invoiceList } from '../contract.ts'
import { saveInvoices, useInvoices } from './hooks.ts'
import { invoiceColumns } from './invoice-columns.tsx'
import { InvoiceTotals } from './invoice-totals.tsx'
import { rememberList } from './last-list.ts'
import { StatementButton } from './statement-button.tsx'

const address = tableAddress(invoiceList)

interface Props {
  /** How old what is shown is. */
  age: ReactNode
}

export function MyInvoicesPage({ age }: Props) {
  return (
    <>
      <PageHeading title="Invoices" lead={age} />
      <InvoicesTable isAdmin={false} />
    </>
  )
}

export function AdminInvoicesPage({ age }: Props) {
  useWholeWidth()
  return (
    <>
      <PageHeading title="Customer Invoices" lead={age} />
      <InvoicesTable isAdmin />
    </>
  )
}

/** The list of both invoice pages: the server shows a customer the own account and an admin all (spec §2, Invoices). */
function InvoicesTable({ isAdmin }: { isAdmin: boolean }) {
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
