import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as page,
  type RouteComponent,
} from '@tanstack/react-router'
// The only page that is not loaded when it is opened: most visits begin with it.
import { SearchScreen } from './search-screen.tsx'
import { admin, alreadySignedIn, signedIn } from '#web/guards.ts'
import { ErrorPage } from '#web/shell/error-page.tsx'
import { NotFoundPage } from '#web/shell/error-page.tsx'
import { Shell } from '#web/shell/shell.tsx'
import { parseSearch, stringifySearch } from '#web/search-text.ts'
import { PageSkeleton } from '#web/ui/skeleton.tsx'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  staticData: { title: 'Page not found' },
  validateSearch: (search: Record<string, unknown>) => search,
})

const at = <const P extends string>(path: P, title: string, component: RouteComponent) =>
  ({ getParentRoute: () => root, path, component, staticData: { title } }) as const

const table = root.addChildren([
  createRoute(at('/', 'Product Catalog', SearchScreen)),
  createRoute(at('/search', 'Product Catalog', SearchScreen)),
  createRoute(
    at(
      '/product/$slug',
      'Product',
      page(() => import('./product-screen.tsx'), 'ProductScreen'),
    ),
  ),
  createRoute(
    at(
      '/cart',
      'Cart',
      page(() => import('#cart/web/cart-page.tsx'), 'CartPage'),
    ),
  ),
  createRoute({
    ...at(
      '/signin',
      'Sign In',
      page(() => import('#accounts/web/sign-in-page.tsx'), 'SignInPage'),
    ),
    beforeLoad: alreadySignedIn,
  }),
  createRoute(
    at(
      '/resetpass',
      'Reset password',
      page(() => import('#accounts/web/reset-password-page.tsx'), 'ResetPasswordPage'),
    ),
  ),
  createRoute(
    at(
      '/setnewpass',
      'Set new password',
      page(() => import('#accounts/web/new-password-page.tsx'), 'NewPasswordPage'),
    ),
  ),
  createRoute(
    at(
      '/signup',
      'Request an account',
      page(() => import('#accounts/web/sign-up-page.tsx'), 'SignUpPage'),
    ),
  ),
  createRoute(
    at(
      '/signupSap',
      'Request access for an existing customer',
      page(() => import('#accounts/web/sign-up-page.tsx'), 'SignUpExistingPage'),
    ),
  ),
  createRoute({
    ...at(
      '/orderhistory',
      'Order History',
      page(() => import('./order-history-screen.tsx'), 'OrderHistoryScreen'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/shipping',
      'Shipping',
      page(() => import('#orders/web/checkout/shipping-page.tsx'), 'ShippingPage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/payment',
      'Payment',
      page(() => import('#orders/web/checkout/payment-page.tsx'), 'PaymentPage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/placeorder',
      'Place Order',
      page(() => import('#orders/web/checkout/place-order-page.tsx'), 'PlaceOrderPage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/MyInvoices',
      'Invoices',
      page(() => import('./invoices-screens.tsx'), 'MyInvoicesScreen'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/profile',
      'User Profile',
      page(() => import('#accounts/web/profile-page.tsx'), 'ProfilePage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/order/$id',
      'Order',
      page(() => import('./order-screen.tsx'), 'OrderScreen'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/viewInvoice/$id',
      'Invoice',
      page(() => import('#invoices/web/view-invoice-page.tsx'), 'ViewInvoicePage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/user-dashboard',
      'User Dashboard',
      page(() => import('#reports/web/user-dashboard-page.tsx'), 'UserDashboardPage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({
    ...at(
      '/admin/dashboard',
      'Admin Dashboard',
      page(() => import('#reports/web/admin-dashboard-page.tsx'), 'AdminDashboardPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/users',
      'User maintenance',
      page(() => import('#accounts/web/users-page.tsx'), 'UsersPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/customers',
      'Customer Maintenance',
      page(() => import('#accounts/web/customers-page.tsx'), 'CustomersPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/invoices',
      'Customer Invoices',
      page(() => import('./invoices-screens.tsx'), 'AdminInvoicesScreen'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/audit',
      'Audit Trail',
      page(() => import('#audit/web/audit-page.tsx'), 'AuditPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/user/$id',
      'Edit User',
      page(() => import('#accounts/web/edit-user-page.tsx'), 'EditUserPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/salesrep/$id',
      'Edit Sales Rep',
      page(() => import('#accounts/web/edit-sales-rep-page.tsx'), 'EditSalesRepPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/customer/$id',
      'Edit Customer',
      page(() => import('#accounts/web/edit-customer-page.tsx'), 'EditCustomerPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({ ...at('/admin/products', 'Product Maintenance', SearchScreen), beforeLoad: admin }),
  createRoute({
    ...at(
      '/admin/product/$id',
      'Edit Product',
      page(() => import('#product-editing/web/edit-product-page.tsx'), 'EditProductPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/viewInvoice/$invoiceID',
      'Invoice',
      page(() => import('#invoices/web/view-invoice-page.tsx'), 'ViewInvoicePage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/orders',
      'Orders',
      page(() => import('./admin-orders-screen.tsx'), 'AdminOrdersScreen'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/productpricing/$id',
      'Product pricing',
      page(() => import('#product-editing/web/product-pricing-page.tsx'), 'ProductPricingPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/customerprices/$id',
      'Customer prices',
      page(() => import('#contract-prices/web/customer-prices-page.tsx'), 'CustomerPricesPage'),
    ),
    beforeLoad: admin,
  }),
  createRoute({
    ...at(
      '/admin/sync',
      'Sync',
      page(() => import('#erp/web/sync-page.tsx'), 'SyncPage'),
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
