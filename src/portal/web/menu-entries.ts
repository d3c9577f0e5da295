import type { SignedInUser } from '#shared/signed-in-user.ts'
import type { router } from './routes.tsx'

/** A route of the route table. */
type Route = keyof typeof router.routesByPath
/** A route without parameters. */
type Address = Exclude<Route, `${string}$${string}`>

export interface PageAddress {
  to: Address
  label: string
  /** The value of `?tab=` for tabs that share an address. */
  tab?: string
  /** Routes of single records, opened from the tab. */
  details?: readonly Route[]
}

export interface PageEntry extends PageAddress {
  /** The first tab has the entry's address. */
  tabs?: readonly PageAddress[]
}

interface Group {
  title?: string
  entries: readonly PageEntry[]
}

const catalog: PageEntry = { to: '/search', label: 'Catalog', details: ['/', '/product/$slug'] }
const quickOrder: PageEntry = { to: '/quickorder', label: 'Quick Order' }
const orders: PageEntry = {
  to: '/orderhistory',
  label: 'Orders',
  details: ['/order/$id', '/returns', '/returns/$id', '/transactions', '/transactions/$id', '/recalls', '/recalls/$id'],
}
const approvals: PageEntry = { to: '/approvals', label: 'Approvals', details: ['/approvals/$id'] }
const invoices: PageEntry = { to: '/MyInvoices', label: 'Invoices', details: ['/viewInvoice/$id', '/payInvoices'] }
const guides: PageEntry = {
  to: '/orderguides',
  label: 'Order Guides',
  tabs: [
    { to: '/orderguides', label: 'Guides', details: ['/orderguides/$id'] },
    { to: '/orderguides/purchased', label: 'Previously purchased' },
  ],
}
const team: PageEntry = {
  to: '/people',
  label: 'Team',
  tabs: [
    { to: '/people', label: 'People' },
    { to: '/people', label: 'Approval rules', tab: 'rules' },
    { to: '/people', label: 'Budgets', tab: 'budgets' },
  ],
}

/** The rail of admins. */
export const railGroups: readonly Group[] = [
  { entries: [{ to: '/admin/dashboard', label: 'Admin Dashboard' }] },
  {
    title: 'Sales',
    entries: [
      { to: '/admin/orders', label: 'Orders', details: ['/order/$id'] },
      { to: '/admin/invoices', label: 'Customer Invoices', details: ['/admin/viewInvoice/$invoiceID'] },
      {
        to: '/admin/returns',
        label: 'Returns',
        tabs: [
          { to: '/admin/returns', label: 'Requests', details: ['/returns/$id'] },
          { to: '/admin/returns', label: 'Prepared answers', tab: 'answers' },
        ],
      },
    ],
  },
  {
    title: 'Customers',
    entries: [
      {
        to: '/admin/customers',
        label: 'Customer Maintenance',
        details: ['/admin/customer/$id', '/admin/customerprices/$id'],
      },
      {
        to: '/admin/pricelists',
        label: 'Price Lists',
        tabs: [
          { to: '/admin/pricelists', label: 'Lists', details: ['/admin/pricelist/$id'] },
          { to: '/admin/groups', label: 'Groups', details: ['/admin/group/$id'] },
          { to: '/admin/pricecheck', label: 'Simulator' },
        ],
      },
    ],
  },
  {
    title: 'Catalog',
    entries: [
      {
        to: '/admin/products',
        label: 'Product Maintenance',
        tabs: [
          {
            to: '/admin/products',
            label: 'Products',
            details: ['/admin/product/$id', '/admin/productpricing/$id'],
          },
          { to: '/admin/imports', label: 'Imports', details: ['/admin/import/$id'] },
          { to: '/admin/limits', label: 'Allocations', details: ['/admin/limits/$id'] },
          { to: '/admin/visibility', label: 'Visibility' },
        ],
      },
    ],
  },
  {
    title: 'Compliance',
    entries: [
      {
        to: '/admin/reviews',
        label: 'Order reviews',
        tabs: [
          { to: '/admin/reviews', label: 'Reviews', details: ['/admin/review/$id'] },
          { to: '/admin/monitoring', label: 'Rules' },
          { to: '/admin/statistics', label: 'Buyer statistics' },
        ],
      },
      {
        to: '/admin/licenses',
        label: 'Licenses',
        tabs: [
          { to: '/admin/licenses', label: 'Licenses' },
          { to: '/admin/licenses', label: 'Our own', tab: 'own' },
          { to: '/admin/licenses', label: 'State schedules', tab: 'schedules' },
          { to: '/admin/licenses/extracts', label: 'Board extracts', details: ['/admin/licenses/extract/$id'] },
        ],
      },
      {
        to: '/admin/trace',
        label: 'Trace data',
        tabs: [
          { to: '/admin/trace', label: 'Documents', details: ['/admin/trace/$id'] },
          { to: '/admin/trace/missing', label: 'Missing' },
          { to: '/admin/trace/conflicts', label: 'Conflicts' },
          { to: '/admin/trace/sent', label: 'Sent' },
          { to: '/admin/trace/suppliers', label: 'Suppliers' },
          { to: '/admin/trace/requests', label: 'Requests', details: ['/admin/trace/requests/$id'] },
        ],
      },
      {
        to: '/admin/recalls',
        label: 'Recalls & quarantine',
        tabs: [
          { to: '/admin/recalls', label: 'Recalls', details: ['/admin/recalls/$id'] },
          { to: '/admin/suspect', label: 'Suspect product', details: ['/admin/suspect/$id'] },
          { to: '/admin/losses', label: 'Losses' },
        ],
      },
      { to: '/admin/retention', label: 'Retention' },
    ],
  },
  {
    title: 'Settings',
    entries: [
      { to: '/admin/users', label: 'User maintenance', details: ['/admin/user/$id', '/admin/salesrep/$id'] },
      {
        to: '/admin/ordermethods',
        label: 'Shipping & delivery',
        tabs: [
          { to: '/admin/ordermethods', label: 'Methods' },
          { to: '/admin/delivery', label: 'Delivery' },
        ],
      },
      { to: '/admin/brand', label: 'Brand' },
    ],
  },
  {
    title: 'System',
    entries: [
      { to: '/admin/sync', label: 'Sync' },
      { to: '/admin/audit', label: 'Audit Trail' },
    ],
  },
]

type MenuUser = Pick<SignedInUser, 'isAdmin' | 'isSalesRep' | 'buyingRole'>

/** All pages of the user: the rail of admins, the bar of everyone else. */
export const pagesFor = (user: MenuUser | null): readonly PageEntry[] => {
  if (!user) return []
  if (user.isAdmin) return railGroups.flatMap(({ entries }) => entries)
  const dashboard: PageEntry = { to: '/user-dashboard', label: user.isSalesRep ? 'Customers' : 'Dashboard' }
  if (user.isSalesRep)
    return [dashboard, catalog, quickOrder, guides, orders, { to: '/pricecheck', label: 'Price Simulator' }]
  const role = user.buyingRole ?? 'buyer'
  return [
    dashboard,
    catalog,
    ...(role === 'viewer' ? [] : [quickOrder]),
    guides,
    orders,
    invoices,
    ...(role === 'approver' || role === 'manager' ? [approvals] : []),
    ...(role === 'manager' ? [team] : []),
  ]
}

/** The side menu, as specified. */
export const sideMenuFor = (user: MenuUser | null): readonly PageEntry[] => {
  const shop: PageEntry = { ...catalog, label: 'Product Catalog' }
  if (!user) return [shop, { to: '/cart', label: 'Cart' }, { to: '/signin', label: 'Sign In' }]
  if (!user.isAdmin) return [{ to: '/user-dashboard', label: 'User Dashboard' }, shop, orders, invoices]
  const specified = [
    '/admin/dashboard',
    '/admin/invoices',
    '/admin/orders',
    '/admin/customers',
    '/admin/users',
    '/admin/products',
  ]
  const all = pagesFor(user)
  return specified.flatMap((address) => all.find(({ to }) => to === address) ?? [])
}

/** The user's other pages, for windows too narrow for the rail and the bar. */
export const morePagesFor = (user: MenuUser | null): readonly PageEntry[] => {
  const shown = new Set(sideMenuFor(user).map(({ to }) => to))
  return pagesFor(user).filter(({ to }) => !shown.has(to))
}

/** All routes that belong to an entry: its own, its tabs and their details. */
export const routesOf = ({ to, details = [], tabs = [] }: PageEntry): readonly Route[] => [
  to,
  ...details,
  ...tabs.flatMap(routesOf),
]
