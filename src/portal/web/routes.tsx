import { createRootRoute, createRoute, createRouter, type RouteComponent } from '@tanstack/react-router'
import { admin, alreadySignedIn, openForEveryone, openForUser, signedIn, staff } from '#web/guards.ts'
import { ErrorPage, NotFoundPage } from '#web/shell/error-page.tsx'
import { Shell } from '#web/shell/shell.tsx'
import { parseSearch, stringifySearch } from '#web/search-text.ts'
import { lazyPage } from '#web/ui/lazy-part.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
// The only page in the initial bundle, because most visits begin with it.
import { SearchScreen } from './search-screen.tsx'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  staticData: { title: 'Page not found' },
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: openForUser,
})

type Guard = typeof signedIn | typeof admin | typeof staff | typeof alreadySignedIn | typeof openForEveryone

const at = <const P extends string>(path: P, title: string, component: RouteComponent, beforeLoad?: Guard) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    staticData: { title },
    ...(beforeLoad && { beforeLoad }),
  })

/** A page whose code is loaded when it is opened; of a module with several pages, the one with this name. */
const page = <const P extends string>(
  path: P,
  title: string,
  load: () => Promise<object>,
  beforeLoad?: Guard,
  name = /(?:Page|Screen)$/,
) => {
  const pageIn = (module: object) => Object.entries(module).find(([key]) => name.test(key))?.[1]
  return at(
    path,
    title,
    lazyPage(() => load().then(pageIn)),
    beforeLoad,
  )
}

const table = root.addChildren([
  page('/user-dashboard', 'User Dashboard', () => import('#reports/web/user-dashboard-page.tsx'), signedIn),
  at('/search', 'Product Catalog', SearchScreen),
  page('/quickorder', 'Quick Order', () => import('#cart/web/quick-order-page.tsx'), signedIn),
  page('/orderguides', 'Order Guides', () => import('#reordering/web/guides/guides-page.tsx'), signedIn),
  page('/orderhistory', 'Order History', () => import('./order-history-screen.tsx'), signedIn),
  page('/MyInvoices', 'Invoices', () => import('./invoices-screens.tsx'), signedIn, /^MyInvoicesScreen$/),
  // The same page for sales reps, who have no access to /admin.
  page('/pricecheck', 'Price simulator', () => import('#pricing/web/simulator-page.tsx'), staff),
  page('/approvals', 'Approvals', () => import('#purchasing/web/approvals/requests-page.tsx'), signedIn),
  page('/cart', 'Cart', () => import('#cart/web/cart-page.tsx')),
  page('/signin', 'Sign In', () => import('#identity/web/sign-in-page.tsx'), alreadySignedIn),
  page('/admin/dashboard', 'Admin Dashboard', () => import('#reports/web/admin-dashboard-page.tsx'), admin),
  page('/admin/orders', 'Orders', () => import('./admin-orders-screen.tsx'), admin),
  page('/admin/customers', 'Customer Maintenance', () => import('#customers/web/customers-page.tsx'), admin),
  page('/admin/products', 'Product Maintenance', () => import('./products-screen.tsx'), admin),
  page('/admin/invoices', 'Customer Invoices', () => import('./invoices-screens.tsx'), admin, /^AdminInvoicesScreen$/),
  page('/admin/pricelists', 'Price lists', () => import('#pricing/web/price-lists-page.tsx'), admin),
  page('/admin/limits', 'Allocations', () => import('#ordering-rules/web/limits/limits-page.tsx'), admin),
  page('/admin/imports', 'Imports', () => import('#imports/web/imports-page.tsx'), admin),
  page('/admin/users', 'User maintenance', () => import('#customers/web/users-page.tsx'), admin),
  page('/admin/delivery', 'Delivery', () => import('#ordering-rules/web/delivery/delivery-page.tsx'), admin),
  page('/admin/sync', 'Sync', () => import('#erp/web/sync-page.tsx'), admin),
  page('/admin/licenses', 'Licenses', () => import('#compliance/web/licenses/licenses-page.tsx'), admin),
  page('/admin/licenses/extracts', 'Board extracts', () => import('#compliance/web/extracts/extracts-page.tsx'), admin),
  page(
    '/admin/licenses/extract/$id',
    'Board extract',
    () => import('#compliance/web/extracts/extract-page.tsx'),
    admin,
  ),
  page('/admin/reviews', 'Order reviews', () => import('#compliance/web/monitoring/reviews-page.tsx'), admin),
  page('/admin/review/$id', 'Order review', () => import('./order-review-screen.tsx'), admin),
  page('/admin/monitoring', 'Monitoring rules', () => import('#compliance/web/monitoring/rules-page.tsx'), admin),
  page('/admin/statistics', 'Buyer statistics', () => import('#compliance/web/monitoring/statistics-page.tsx'), admin),
  page('/admin/trace', 'Trace data', () => import('#traceability/web/documents-page.tsx'), admin),
  page('/admin/trace/missing', 'Missing trace data', () => import('#traceability/web/missing-page.tsx'), admin),
  page('/admin/trace/conflicts', 'Trace conflicts', () => import('#traceability/web/conflicts-page.tsx'), admin),
  page('/admin/trace/sent', 'Sent trace data', () => import('#traceability/web/pushes-page.tsx'), admin),
  page('/admin/trace/requests', 'Trace requests', () => import('#traceability/web/requests-page.tsx'), admin),
  page('/admin/trace/requests/$id', 'Trace request', () => import('#traceability/web/request-page.tsx'), admin),
  page('/admin/trace/suppliers', 'Trace suppliers', () => import('#traceability/web/suppliers-page.tsx'), admin),
  page('/admin/trace/$id', 'Trace document', () => import('#traceability/web/document-page.tsx'), admin),
  page('/admin/retention', 'Retention', () => import('#retention/web/retention-page.tsx'), admin),
  page('/transactions', 'Transaction data', () => import('#traceability/web/shipments-page.tsx'), signedIn),
  page('/transactions/$id', 'Transaction data', () => import('#traceability/web/shipment-page.tsx'), signedIn),
  page('/admin/recalls', 'Recalls', () => import('#recalls/web/recalls-page.tsx'), admin),
  page('/admin/recalls/$id', 'Recall', () => import('#recalls/web/recall-page.tsx'), admin),
  page('/admin/suspect', 'Suspect product', () => import('#recalls/web/quarantine/cases-page.tsx'), admin),
  page('/admin/suspect/$id', 'Suspect product', () => import('#recalls/web/quarantine/case-page.tsx'), admin),
  page('/admin/losses', 'Losses', () => import('#recalls/web/losses/losses-page.tsx'), admin),
  page('/recalls', 'Recalls', () => import('#recalls/web/own-recalls-page.tsx'), signedIn),
  page('/recalls/$id', 'Recall', () => import('#recalls/web/own-recall-page.tsx'), signedIn),
  page('/returns', 'Returns', () => import('#returns/web/returns-page.tsx'), signedIn),
  page('/returns/$id', 'Return', () => import('#returns/web/return-page.tsx'), signedIn),
  page('/admin/returns', 'Returns', () => import('#returns/web/desk-page.tsx'), admin),
  page('/admin/audit', 'Audit Trail', () => import('#audit/web/audit-page.tsx'), admin),
  page('/admin/brand', 'Brand', () => import('#branding/web/brand-page.tsx'), admin),
  at('/', 'Product Catalog', SearchScreen),
  page('/product/$slug', 'Product', () => import('./product-screen.tsx')),
  page(
    '/orderguides/purchased',
    'Previously Purchased',
    () => import('#reordering/web/guides/purchased-page.tsx'),
    signedIn,
  ),
  page('/orderguides/$id', 'Order Guide', () => import('#reordering/web/guides/guide-page.tsx'), signedIn),
  page('/signin/company', 'Company sign-on', () => import('#identity/web/sign-on/company-page.tsx'), alreadySignedIn),
  page('/signin/company/$way', 'Sign In', () => import('#identity/web/sign-on/callback-page.tsx')),
  page('/resetpass', 'Reset password', () => import('#identity/web/reset-password-page.tsx'), openForEveryone),
  page('/setnewpass', 'Set new password', () => import('#identity/web/new-password-page.tsx'), openForEveryone),
  page(
    '/confirmemail',
    'Confirm your email address',
    () => import('#identity/web/email-link-page.tsx'),
    openForEveryone,
    /^ConfirmEmailPage$/,
  ),
  page(
    '/keepemail',
    'Keep your email address',
    () => import('#identity/web/email-link-page.tsx'),
    openForEveryone,
    /^RevertEmailPage$/,
  ),
  page(
    '/signup',
    'Request an account',
    () => import('#customers/web/sign-up-page.tsx'),
    openForEveryone,
    /^SignUpPage$/,
  ),
  page(
    '/signupSap',
    'Request access for an existing customer',
    () => import('#customers/web/sign-up-page.tsx'),
    openForEveryone,
    /^SignUpExistingPage$/,
  ),
  page('/shipping', 'Shipping', () => import('./shipping-screen.tsx'), signedIn),
  page('/payment', 'Payment', () => import('#orders/web/checkout/payment-page.tsx'), signedIn),
  page('/placeorder', 'Place Order', () => import('./place-order-screen.tsx'), signedIn),
  page('/payInvoices', 'Pay invoices', () => import('#billing/web/payments/pay-invoices-page.tsx'), signedIn),
  page('/secondfactor', 'Set up your second factor', () => import('#identity/web/factors/set-up-page.tsx'), signedIn),
  page('/profile', 'User Profile', () => import('./profile-screen.tsx'), signedIn),
  page('/people', 'People', () => import('./people-screen.tsx'), signedIn),
  page('/approvals/$id', 'Order to approve', () => import('#purchasing/web/approvals/request-page.tsx'), signedIn),
  page('/order/$id', 'Order', () => import('./order-screen.tsx'), signedIn),
  page('/viewInvoice/$id', 'Invoice', () => import('./view-invoice-screen.tsx'), signedIn),
  page('/admin/user/$id', 'Edit User', () => import('#customers/web/edit-staff-page.tsx'), admin, /^EditUserPage$/),
  page(
    '/admin/salesrep/$id',
    'Edit Sales Rep',
    () => import('#customers/web/edit-staff-page.tsx'),
    admin,
    /^EditSalesRepPage$/,
  ),
  page('/admin/customer/$id', 'Edit Customer', () => import('./edit-customer-screen.tsx'), admin),
  page('/admin/product/$id', 'Edit Product', () => import('#product-admin/web/edit-product-page.tsx'), admin),
  page('/admin/viewInvoice/$invoiceID', 'Invoice', () => import('./view-invoice-screen.tsx'), admin),
  page(
    '/admin/productpricing/$id',
    'Product pricing',
    () => import('#product-admin/web/product-pricing-page.tsx'),
    admin,
  ),
  page('/admin/customerprices/$id', 'Customer prices', () => import('#pricing/web/customer-prices-page.tsx'), admin),
  page(
    '/admin/ordermethods',
    'Shipping and payment methods',
    () => import('#ordering-rules/web/methods/order-methods-page.tsx'),
    admin,
  ),
  page('/admin/visibility', 'Visibility', () => import('#product-admin/web/visibility-page.tsx'), admin),
  page('/admin/limits/$id', 'Allocation', () => import('#ordering-rules/web/limits/product-limits-page.tsx'), admin),
  page('/admin/pricelist/$id', 'Price list', () => import('#pricing/web/price-list-page.tsx'), admin),
  page('/admin/groups', 'Groups', () => import('#customers/web/audience/groups-page.tsx'), admin),
  page('/admin/group/$id', 'Group', () => import('#customers/web/audience/group-page.tsx'), admin),
  page('/admin/pricecheck', 'Price simulator', () => import('#pricing/web/simulator-page.tsx'), admin),
  page('/admin/import/$id', 'Import', () => import('#imports/web/import-page.tsx'), admin),
])

export const router = createRouter({
  routeTree: table,
  caseSensitive: true,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 150,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    title: string
  }
}
