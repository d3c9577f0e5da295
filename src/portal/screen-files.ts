/**
 * Addresses and the files that show them, as in the browser's table of routes. What is missing here comes with the page
 * itself.
 */
export const screenFiles: Record<string, string> = {
  '/product/$slug': 'src/portal/web/product-screen.tsx',
  '/cart': 'src/cart/web/cart-page.tsx',
  '/signin': 'src/accounts/web/sign-in-page.tsx',
  '/resetpass': 'src/accounts/web/reset-password-page.tsx',
  '/setnewpass': 'src/accounts/web/new-password-page.tsx',
  '/signup': 'src/accounts/web/sign-up-page.tsx',
  '/signupSap': 'src/accounts/web/sign-up-page.tsx',
  '/orderhistory': 'src/portal/web/order-history-screen.tsx',
  '/shipping': 'src/orders/web/checkout/shipping-page.tsx',
  '/payment': 'src/orders/web/checkout/payment-page.tsx',
  '/placeorder': 'src/orders/web/checkout/place-order-page.tsx',
  '/MyInvoices': 'src/portal/web/invoices-screens.tsx',
  '/profile': 'src/accounts/web/profile-page.tsx',
  '/order/$id': 'src/portal/web/order-screen.tsx',
  '/viewInvoice/$id': 'src/invoices/web/view-invoice-page.tsx',
  '/user-dashboard': 'src/reports/web/user-dashboard-page.tsx',
  '/admin/dashboard': 'src/reports/web/admin-dashboard-page.tsx',
  '/admin/users': 'src/accounts/web/users-page.tsx',
  '/admin/customers': 'src/accounts/web/customers-page.tsx',
  '/admin/invoices': 'src/portal/web/invoices-screens.tsx',
  '/admin/audit': 'src/audit/web/audit-page.tsx',
  '/admin/user/$id': 'src/accounts/web/edit-user-page.tsx',
  '/admin/salesrep/$id': 'src/accounts/web/edit-sales-rep-page.tsx',
  '/admin/customer/$id': 'src/accounts/web/edit-customer-page.tsx',
  '/admin/product/$id': 'src/product-editing/web/edit-product-page.tsx',
  '/admin/viewInvoice/$invoiceID': 'src/invoices/web/view-invoice-page.tsx',
  '/admin/orders': 'src/portal/web/admin-orders-screen.tsx',
  '/admin/productpricing/$id': 'src/product-editing/web/product-pricing-page.tsx',
  '/admin/customerprices/$id': 'src/contract-prices/web/customer-prices-page.tsx',
  '/admin/sync': 'src/erp/web/sync-page.tsx',
}

const patterns = Object.entries(screenFiles).map(
  ([path, file]) => [new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`), file] as const,
)

/** The file that shows this address, where the page does not bring it anyway. */
export const screenFileAt = (path: string): string | undefined => patterns.find(([pattern]) => pattern.test(path))?.[1]
