import { ErpAge } from '#erp/web/erp-age.tsx'
import { AdminInvoicesPage, MyInvoicesPage } from '#invoices/web/invoices-page.tsx'
import { PayChosen } from '#payments/web/pay-chosen.tsx'

const age = <ErpAge of="invoices" />

export function MyInvoicesScreen() {
  return <MyInvoicesPage age={age} PayChosen={PayChosen} />
}

export function AdminInvoicesScreen() {
  return <AdminInvoicesPage age={age} />
}
