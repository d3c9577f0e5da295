import { ErpAge } from '#erp/web/erp-age.tsx'
import { useWholeWidth } from '#web/display.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { InvoicesTable } from './invoices-table.tsx'

export function AdminInvoicesPage() {
  useWholeWidth()
  return (
    <>
      <PageHeading title="Customer Invoices" lead={<ErpAge of="invoices" />} />
      <InvoicesTable isAdmin />
    </>
  )
}
