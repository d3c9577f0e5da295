import type { ComponentProps } from 'react'
import { ErpAge } from '#erp/web/erp-age.tsx'
import { AdminInvoicesPage, MyInvoicesPage } from '#billing/web/invoices/invoices-page.tsx'
import { PayChosen } from '#billing/web/payments/pay-chosen.tsx'
import { useUser } from '#web/session.ts'

const age = <ErpAge of="invoices" />

export function MyInvoicesScreen() {
  return <MyInvoicesPage age={age} PayChosen={PayOwn} />
}

/** Only the customer pays; a sales rep can read a customer's invoices. */
function PayOwn(props: ComponentProps<typeof PayChosen>) {
  return useUser()?.isSalesRep ? null : <PayChosen {...props} />
}

export function AdminInvoicesScreen() {
  return <AdminInvoicesPage age={age} />
}
