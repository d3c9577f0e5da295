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
  createRoute(at('/resetpass', 'Reset password', notBuiltYet)),
  createRoute(at('/setnewpass', 'Set new password', notBuiltYet)),
  createRoute(at('/signup', 'Request an account', notBuiltYet)),
  createRoute(at('/signupSap', 'Request access for an existing customer', notBuiltYet)),
  createRoute({ ...at('/orderhistory', 'Order History', notBuiltYet), beforeLoad: signedIn }),
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
  createRoute({ ...at('/MyInvoices', 'Invoices', notBuiltYet), beforeLoad: signedIn }),
  createRoute({ ...at('/profile', 'User Profile', notBuiltYet), beforeLoad: signedIn }),
  createRoute({
    ...at(
      '/order/$id',
      'Order',
      lazyRouteComponent(() => import('#orders/web/order-page.tsx'), 'OrderPage'),
    ),
    beforeLoad: signedIn,
  }),
  createRoute({ ...at('/viewInvoice/$id', 'Invoice', notBuiltYet), beforeLoad: signedIn }),
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
  createRoute({ ...at('/admin/users', 'User maintenance', notBuiltYet), beforeLoad: admin }),
  createRoute({ ...at('/admin/customers', 'Customer Maintenance', notBuiltYet), beforeLoad: admin }),
  createRoute({ ...at('/admin/invoices', 'Customer Invoices', notBuiltYet), beforeLoad: admin }),
  createRoute({ ...at('/admin/user/$id', 'Edit User', notBuiltYet), beforeLoad: admin }),
  createRoute({ ...at('/admin/salesrep/$id', 'Edit Sales Rep', notBuiltYet), beforeLoad: admin }),
  createRoute({ ...at('/admin/customer/$id', 'Edit Customer', notBuiltYet), beforeLoad: admin }),
  createRoute({ ...at('/admin/products', 'Product Maintenance', searchPage), beforeLoad: admin }),
  createRoute({ ...at('/admin/product/$id', 'Edit Product', notBuiltYet), beforeLoad: admin }),
  createRoute({ ...at('/admin/viewInvoice/$invoiceID', 'Invoice', notBuiltYet), beforeLoad: admin }),
  createRoute({ ...at('/admin/orders', 'Orders', notBuiltYet), beforeLoad: admin }),
  createRoute({ ...at('/admin/productpricing/$id', 'Product pricing', notBuiltYet), beforeLoad: admin }),
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
