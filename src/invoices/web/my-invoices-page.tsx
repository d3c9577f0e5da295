import { PageHeading } from '#web/ui/page-heading.tsx'
import { InvoicesTable } from './invoices-table.tsx'

export function MyInvoicesPage() {
  return (
    <>
      <PageHeading title="Invoices" />
      <InvoicesTable isAdmin={false} />
    </>
  )
}
