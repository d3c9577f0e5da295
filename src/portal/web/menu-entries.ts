import type { SignedInUser } from '#shared/signed-in-user.ts'

const visitorEntries = [
  { to: '/search', label: 'Product Catalog' },
  { to: '/cart', label: 'Cart' },
  { to: '/signin', label: 'Sign In' },
] as const

const buyerEntries = [
  { to: '/user-dashboard', label: 'User Dashboard' },
  { to: '/search', label: 'Product Catalog' },
  { to: '/quickorder', label: 'Quick Order' },
  { to: '/orderguides', label: 'Order Guides' },
  { to: '/orderhistory', label: 'Orders' },
  { to: '/MyInvoices', label: 'Invoices' },
] as const

const repEntries = [...buyerEntries, { to: '/pricecheck', label: 'Price Simulator' }] as const

/** Shows the number of orders waiting for approval. */
const approverEntries = [...buyerEntries, { to: '/approvals', label: 'Approvals' }] as const

/** View-only users cannot order. */
const viewerEntries = buyerEntries.filter(({ to }) => to !== '/quickorder')

const adminEntries = [
  { to: '/admin/dashboard', label: 'Admin Dashboard' },
  { to: '/admin/orders', label: 'Orders' },
  { to: '/admin/customers', label: 'Customer Maintenance' },
  { to: '/admin/products', label: 'Product Maintenance' },
  { to: '/admin/invoices', label: 'Customer Invoices' },
  { to: '/admin/pricelists', label: 'Price Lists' },
  { to: '/admin/limits', label: 'Allocations' },
  { to: '/admin/imports', label: 'Imports' },
  { to: '/admin/users', label: 'User maintenance' },
  { to: '/admin/delivery', label: 'Delivery' },
  { to: '/admin/sync', label: 'Sync' },
  { to: '/admin/audit', label: 'Audit Trail' },
  { to: '/admin/brand', label: 'Brand' },
] as const

/** The pages for this role, the most used first. */
export const menuEntriesFor = (user: SignedInUser | null) => {
  if (!user) return visitorEntries
  if (user.isAdmin) return adminEntries
  if (user.isSalesRep) return repEntries
  if (user.buyingRole === 'approver' || user.buyingRole === 'manager') return approverEntries
  return user.buyingRole === 'viewer' ? viewerEntries : buyerEntries
}
