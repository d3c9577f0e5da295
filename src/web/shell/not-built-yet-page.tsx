import { useMatches, useRouter } from '@tanstack/react-router'
import { Hammer } from 'lucide-react'
import { Button } from '@mantine/core'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { ButtonLink } from '../ui/button-link.tsx'

const plans: Record<string, string> = {
  '/resetpass': 'Here a forgotten password will be replaced by way of a link sent by mail.',
  '/setnewpass': 'Here the link from the mail will lead to a new password.',
  '/signup': 'Here a business will request a customer account.',
  '/signupSap': 'Here an existing customer will request access to its account.',
  '/orderhistory': 'Here your orders will be listed, with their status and tracking numbers.',
  '/MyInvoices': 'Here your invoices will be listed and downloaded.',
  '/viewInvoice/$id': 'Here one invoice will be shown.',
  '/profile': 'Here you will change your name, email and password.',
  '/admin/users': 'Here admins and sales representatives will be looked after.',
  '/admin/customers': 'Here customers will be accepted, rejected and edited.',
  '/admin/invoices': 'Here the invoices of all customers will be listed and downloaded.',
  '/admin/user/$id': 'Here a user will be edited.',
  '/admin/salesrep/$id': 'Here a sales representative will be edited.',
  '/admin/customer/$id': 'Here a customer will be edited.',
  '/admin/product/$id': 'Here a product will be edited.',
  '/admin/viewInvoice/$invoiceID': 'Here one invoice will be shown.',
  '/admin/orders': 'Here all orders will be listed, with what can be done about each.',
  '/admin/productpricing/$id': 'Here prices for single customers will be agreed.',
}

export function NotBuiltYetPage() {
  const { history } = useRouter()
  const page = useMatches({ select: (matches) => matches.at(-1) })
  return (
    <>
      <PageHeading title={page?.staticData.title ?? ''} />
      <EmptyState icon={<Hammer size={28} strokeWidth={1.5} />} title="This page is not built yet">
        <p>{plans[page?.fullPath ?? '']}</p>
        {history.canGoBack() ? (
          <Button variant="default" onClick={() => history.back()}>
            Back
          </Button>
        ) : (
          <ButtonLink variant="default" to="/">
            Back to the catalogue
          </ButtonLink>
        )}
      </EmptyState>
    </>
  )
}
