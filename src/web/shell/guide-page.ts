/** Guide pages by screen; the first match wins. */
export const guidePages: readonly [screens: RegExp, page: string][] = [
  [/^\/(search|product|favorite)|^\/$/i, 'buying/find-products'],
  [/^\/quickorder/i, 'buying/quick-order'],
  [/^\/orderguides/i, 'buying/order-guides'],
  [/^\/(cart|shipping|payment|placeorder)/i, 'buying/cart-and-checkout'],
  [/^\/(order|orderhistory|myinvoices|viewinvoice)(\/|$)/i, 'buying/orders-and-invoices'],
  [/^\/approvals/i, 'buying/approvals'],
  [/^\/(people|profile)/i, 'buying/people-and-profile'],
  [/^\/(signin|signup|resetpass|setnewpass)/i, 'buying/sign-in'],
  [/^\/admin\/(import)/i, 'back-office/imports'],
  [/^\/admin\/(product|limits)/i, 'back-office/products'],
  [/^\/admin\/(pricelist|group|simulator)/i, 'back-office/prices'],
  [/^\/admin\/(customer|user)/i, 'back-office/customers'],
  [/^\/admin\/audit/i, 'back-office/security'],
  [/^\/admin\//i, 'back-office/orders'],
]

/** The URL of the guide page for a screen; the guide's home page if none matches. */
export const guidePageOf = (guide: string, pathname: string): string => {
  const page = guidePages.find(([screens]) => screens.test(pathname))?.[1]
  return page ? `${guide}/${page}/` : `${guide}/`
}
