import { useEffect } from 'react'
import { ErpAge } from '#erp/web/erp-age.tsx'
import { setFullBox } from '#web/display.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { InvoicesTable } from './invoices-table.tsx'

export function AdminInvoicesPage() {
  useEffect(() => {
    setFullBox(true)
    return () => setFullBox(false)
  }, [])
  return (
    <>
      <PageHeading title="Customer Invoices" lead={<ErpAge of="invoices" />} />
      <InvoicesTable isAdmin />
    </>
  )
}
