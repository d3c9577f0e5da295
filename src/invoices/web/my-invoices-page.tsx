import { ErpAge } from '#erp/web/erp-age.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { InvoicesTable } from './invoices-table.tsx'

export function MyInvoicesPage() {
  return (
    <>
      <PageHeading title="Invoices" lead={<ErpAge of="invoices" />} />
      <InvoicesTable isAdmin={false} />
    </>
  )
}
