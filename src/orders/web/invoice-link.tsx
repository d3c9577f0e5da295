import { useUser } from '#web/session.ts'
import { TextLink } from '#web/ui/button-link.tsx'

/** Customers and admins have separate invoice pages. */
export function InvoiceLink({ id }: { id: string }) {
  const isAdmin = useUser()?.isAdmin ?? false
  return isAdmin ? (
    <TextLink to="/admin/viewInvoice/$invoiceID" params={{ invoiceID: id }} inherit>
      {id}
    </TextLink>
  ) : (
    <TextLink to="/viewInvoice/$id" params={{ id }} inherit>
      {id}
    </TextLink>
  )
}
