import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as page,
  type RouteComponent,
} from '@tanstack/react-router'
import { admin, alreadySignedIn, signedIn } from '#web/guards.ts'
import { ErrorPage, NotFoundPage } from '#web/shell/error-page.tsx'
import { Shell } from '#web/shell/shell.tsx'
import { parseSearch, stringifySearch } from '#web/search-text.ts'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
// The only page that is not loaded when it is opened: most visits begin with it.
import { SearchScreen } from './search-screen.tsx'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  staticData: { title: 'Page not found' },
  validateSearch: (search: Record<string, unknown>) => search,
})

type Guard = typeof signedIn | typeof alreadySignedIn

const at = <const P extends string>(path: P, title: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component, staticData: { title } })

const guarded = <const P extends string>(path: P, beforeLoad: Guard, title: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, beforeLoad, component, staticData: { title } })

const table = root.addChildren([
  at('/', 'Product Catalog', SearchScreen),
  at('/search', 'Product Catalog', SearchScreen),
  at(
    '/product/$slug',
    'Product',
    page(() => import('./product-screen.tsx'), 'ProductScreen'),
  ),
  at(
    '/cart',
    'Cart',
    page(() => import('#cart/web/cart-page.tsx'), 'CartPage'),
  ),
  guarded(
    '/signin',
    alreadySignedIn,
    'Sign In',
    page(() => import('#accounts/web/sign-in-page.tsx'), 'SignInPage'),
  ),
  at(
    '/resetpass',
    'Reset password',
    page(() => import('#accounts/web/reset-password-page.tsx'), 'ResetPasswordPage'),
  ),
  at(
    '/setnewpass',
    'Set new password',
    page(() => import('#accounts/web/new-password-page.tsx'), 'NewPasswordPage'),
  ),
  at(
    '/signup',
    'Request an account',
    page(() => import('#accounts/web/sign-up-page.tsx'), 'SignUpPage'),
  ),
  at(
    '/signupSap',
    'Request access for an existing customer',
    page(() => import('#accounts/web/sign-up-page.tsx'), 'SignUpExistingPage'),
  ),
  guarded(
    '/orderhistory',
    signedIn,
    'Order History',
    page(() => import('./order-history-screen.tsx'), 'OrderHistoryScreen'),
  ),
  guarded(
    '/shipping',
    signedIn,
    'Shipping',
    page(() => import('#orders/web/checkout/shipping-page.tsx'), 'ShippingPage'),
  ),
  guarded(
    '/payment',
    signedIn,
    'Payment',
    page(() => import('#orders/web/checkout/payment-page.tsx'), 'PaymentPage'),
  ),
  guarded(
    '/placeorder',
    signedIn,
    'Place Order',
    page(() => import('#orders/web/checkout/place-order-page.tsx'), 'PlaceOrderPage'),
  ),
  guarded(
    '/MyInvoices',
    signedIn,
    'Invoices',
    page(() => import('./invoices-screens.tsx'), 'MyInvoicesScreen'),
  ),
  guarded(
    '/profile',
    signedIn,
    'User Profile',
    page(() => import('#accounts/web/profile-page.tsx'), 'ProfilePage'),
  ),
  guarded(
    '/order/$id',
    signedIn,
    'Order',
    page(() => import('./order-screen.tsx'), 'OrderScreen'),
  ),
  guarded(
    '/viewInvoice/$id',
    signedIn,
    'Invoice',
    page(() => import('#invoices/web/view-invoice-page.tsx'), 'ViewInvoicePage'),
  ),
  guarded(
    '/user-dashboard',
    signedIn,
    'User Dashboard',
    page(() => import('#reports/web/user-dashboard-page.tsx'), 'UserDashboardPage'),
  ),
  guarded(
    '/admin/dashboard',
    admin,
    'Admin Dashboard',
    page(() => import('#reports/web/admin-dashboard-page.tsx'), 'AdminDashboardPage'),
  ),
  guarded(
    '/admin/users',
    admin,
    'User maintenance',
    page(() => import('#accounts/web/users-page.tsx'), 'UsersPage'),
  ),
  guarded(
    '/admin/customers',
    admin,
    'Customer Maintenance',
    page(() => import('#accounts/web/customers-page.tsx'), 'CustomersPage'),
  ),
  guarded(
    '/admin/invoices',
    admin,
    'Customer Invoices',
    page(() => import('./invoices-screens.tsx'), 'AdminInvoicesScreen'),
  ),
  guarded(
    '/admin/audit',
    admin,
    'Audit Trail',
    page(() => import('#audit/web/audit-page.tsx'), 'AuditPage'),
  ),
  guarded(
    '/admin/user/$id',
    admin,
    'Edit User',
    page(() => import('#accounts/web/edit-user-page.tsx'), 'EditUserPage'),
  ),
  guarded(
    '/admin/salesrep/$id',
    admin,
    'Edit Sales Rep',
    page(() => import('#accounts/web/edit-sales-rep-page.tsx'), 'EditSalesRepPage'),
  ),
  guarded(
    '/admin/customer/$id',
    admin,
    'Edit Customer',
    page(() => import('#accounts/web/edit-customer-page.tsx'), 'EditCustomerPage'),
  ),
  guarded('/admin/products', admin, 'Product Maintenance', SearchScreen),
  guarded(
    '/admin/product/$id',
    admin,
    'Edit Product',
    page(() => import('#product-editing/web/edit-product-page.tsx'), 'EditProductPage'),
  ),
  guarded(
    '/admin/viewInvoice/$invoiceID',
    admin,
    'Invoice',
    page(() => import('#invoices/web/view-invoice-page.tsx'), 'ViewInvoicePage'),
  ),
  guarded(
    '/admin/orders',
    admin,
    'Orders',
    page(() => import('./admin-orders-screen.tsx'), 'AdminOrdersScreen'),
  ),
  guarded(
    '/admin/productpricing/$id',
    admin,
    'Product pricing',
    page(() => import('#product-editing/web/product-pricing-page.tsx'), 'ProductPricingPage'),
  ),
  guarded(
    '/admin/customerprices/$id',
    admin,
    'Customer prices',
    page(() => import('#contract-prices/web/customer-prices-page.tsx'), 'CustomerPricesPage'),
  ),
  guarded(
    '/admin/sync',
    admin,
    'Sync',
    page(() => import('#erp/web/sync-page.tsx'), 'SyncPage'),
  ),
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
