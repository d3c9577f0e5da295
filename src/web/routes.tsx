import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ErrorPage } from './shell/error-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { Shell } from './shell/shell.tsx'
import { safeRedirect } from './safe-redirect.ts'
import { parseSearch, stringifySearch } from './search-text.ts'
import { rememberWanted, session } from './session.ts'
import { PageSkeleton } from './ui/skeleton.tsx'

interface Visit {
  location: { href: string }
}

const signedIn = ({ location }: Visit) => {
  if (!session().user) throw redirect({ to: '/signin', search: { redirect: location.href } })
}

/** Whoever is signed in and no admin goes to sign-in too, which sends him home (spec §2). */
const admin = (visit: Visit) => {
  signedIn(visit)
  if (!session().user?.isAdmin) throw redirect({ to: '/signin' })
}

const alreadySignedIn = ({ search, preload }: { search: Record<string, unknown>; preload: boolean }) => {
  const wanted = safeRedirect(search['redirect'])
  if (session().user) throw redirect({ href: wanted ?? '/' })
  if (!preload) rememberWanted(wanted)
}

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  staticData: { title: 'Page not found' },
  validateSearch: (search: Record<string, unknown>) => search,
})

const searchPage = lazyRouteComponent(() => import('#catalogue/web/search-page.tsx'), 'SearchPage')
const notBuiltYet = lazyRouteComponent(() => import('./shell/not-built-yet-page.tsx'), 'NotBuiltYetPage')

const at = <const P extends string>(path: P, title: string, component: typeof notBuiltYet) =>
  ({ getParentRoute: () => root, path, component, staticData: { title } }) as const

const table = root.addChildren([
  createRoute(at('/', 'Product Catalog', searchPage)),
  createRoute(at('/search', 'Product Catalog', searchPage)),
  createRoute(
    at(
      '/product/$slug',
      'Product',
      lazyRouteComponent(() => import('#catalogue/web/product-page.tsx'), 'ProductDetailPage'),
    ),
  ),
  createRoute(
    at(
      '/cart',
      'Cart',
      lazyRouteComponent(() => import('#cart/web/cart-page.tsx'), 'CartPage'),
    ),
  ),
  createRoute({
    ...at(
      '/signin',
      'Sign In',
      lazyRouteComponent(() => import('#accounts/web/sign-in-page.tsx'), 'SignInPage'),
    ),
    beforeLoad: alreadySignedIn,
  }),
  createRoute(
    at(
      '/resetpass',
      'Reset password',
      lazyRouteComponent(() => import('#accounts/web/reset-password-page.tsx'), 'ResetPasswordPage'),
    ),
  ),
  createRoute(
    at(
      '/setnewpass',
      'Set new password',
      lazyRouteComponent(() => import('#accounts/web/new-password-page.tsx'), 'NewPasswordPage'),
    ),
  ),
  createRoute(
    at(
      '/signup',
      'Request an account',
      lazyRouteComponent(() => import('#accounts/web/sign-up-page.tsx'), 'SignUpPage'),
    ),
  ),
  createRoute(
    at(
      '/signupSap',
      'Request access for an existing customer',
      lazyRouteComponent(() => import('#accounts/web/sign-up-page.tsx'), 'SignUpExistingPage'),
    ),
  ),
  createRoute({
    ...at(
      '/orderhistory',
      'Order History',
      lazyRouteComponent(() => import('#orders/web/order-history-page.tsx'), 'OrderHistoryPage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/shipping',
      'Shipping',
      lazyRouteComponent(() => import('#orders/web/shipping-page.tsx'), 'ShippingPage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/payment',
      'Payment',
      lazyRouteComponent(() => import('#orders/web/payment-page.tsx'), 'PaymentPage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/placeorder',
      'Place Order',
      lazyRouteComponent(() => import('#orders/web/place-order-page.tsx'), 'PlaceOrderPage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/MyInvoices',
      'Invoices',
      lazyRouteComponent(() => import('#invoices/web/my-invoices-page.tsx'), 'MyInvoicesPage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/profile',
      'User Profile',
      lazyRouteComponent(() => import('#accounts/web/profile-page.tsx'), 'ProfilePage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/order/$id',
      'Order',
      lazyRouteComponent(() => import('#orders/web/order-page.tsx'), 'OrderPage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/viewInvoice/$id',
      'Invoice',
      lazyRouteComponent(() => import('#invoices/web/view-invoice-page.tsx'), 'ViewInvoicePage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/user-dashboard',
      'User Dashboard',
      lazyRouteComponent(() => import('#reports/web/user-dashboard-page.tsx'), 'UserDashboardPage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/admin/dashboard',
      'Admin Dashboard',
      lazyRouteComponent(() => import('#reports/web/admin-dashboard-page.tsx'), 'AdminDashboardPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/users',
      'User maintenance',
      lazyRouteComponent(() => import('#accounts/web/users-page.tsx'), 'UsersPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/customers',
      'Customer Maintenance',
      lazyRouteComponent(() => import('#accounts/web/customers-page.tsx'), 'CustomersPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/invoices',
      'Customer Invoices',
      lazyRouteComponent(() => import('#invoices/web/admin-invoices-page.tsx'), 'AdminInvoicesPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/audit',
      'Audit Trail',
      lazyRouteComponent(() => import('#audit/web/audit-page.tsx'), 'AuditPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/user/$id',
      'Edit User',
      lazyRouteComponent(() => import('#accounts/web/edit-user-page.tsx'), 'EditUserPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/salesrep/$id',
      'Edit Sales Rep',
      lazyRouteComponent(() => import('#accounts/web/edit-sales-rep-page.tsx'), 'EditSalesRepPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/customer/$id',
      'Edit Customer',
      lazyRouteComponent(() => import('#accounts/web/edit-customer-page.tsx'), 'EditCustomerPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({ ...at('/admin/products', 'Product Maintenance', searchPage), beforeLoad: admin }),
  createRoute({
    ...at(
      '/admin/product/$id',
      'Edit Product',
      lazyRouteComponent(() => import('#catalogue/web/edit-product-page.tsx'), 'EditProductPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/viewInvoice/$invoiceID',
      'Invoice',
      lazyRouteComponent(() => import('#invoices/web/view-invoice-page.tsx'), 'ViewInvoicePage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/orders',
      'Orders',
      lazyRouteComponent(() => import('#orders/web/admin-orders-page.tsx'), 'AdminOrdersPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/productpricing/$id',
      'Product pricing',
      lazyRouteComponent(() => import('#catalogue/web/product-pricing-page.tsx'), 'ProductPricingPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/customerprices/$id',
      'Customer prices',
      lazyRouteComponent(() => import('#catalogue/web/customer-prices-page.tsx'), 'CustomerPricesPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/sync',
      'Sync',
      lazyRouteComponent(() => import('#erp/web/sync-page.tsx'), 'SyncPage'),
    ),
    beforeLoad: admin,
  }),
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
