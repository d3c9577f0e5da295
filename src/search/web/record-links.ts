import type { FoundRecord, RecordKind } from '#shared/found-record.ts'

export const kindWords: Record<RecordKind, string> = {
  order: 'Orders',
  invoice: 'Invoices',
  customer: 'Customers',
  person: 'People',
}

/** The record's page; null for a sales rep's customer, which has none: choosing it starts working for the customer. */
export const pageOf = ({ kind, _id, role }: FoundRecord, isAdmin: boolean): string | null => {
  const id = encodeURIComponent(_id)
  if (kind === 'order') return `/order/${id}`
  if (kind === 'invoice') return isAdmin ? `/admin/viewInvoice/${id}` : `/viewInvoice/${id}`
  if (role === 'colleague') return '/people'
  if (!isAdmin) return null
  if (role === 'admin') return `/admin/user/${id}`
  return role === 'salesRep' ? `/admin/salesrep/${id}` : `/admin/customer/${id}`
}

interface ListBehind {
  to: string
  search: { query: { any: string } }
}

/** The list page that shows all matches of a kind; null if the user has none. */
export const listBehind = (kind: RecordKind, text: string, isAdmin: boolean): ListBehind | null => {
  const search = { query: { any: text } }
  if (kind === 'order') return { to: isAdmin ? '/admin/orders' : '/orderhistory', search }
  if (kind === 'invoice') return { to: isAdmin ? '/admin/invoices' : '/MyInvoices', search }
  return isAdmin ? { to: '/admin/customers', search } : null
}
