/** Names of the measured cases, as shown in the output and used by the targets. */
export const names = {
  queryFloor: 'floor: one query',
  orderFloor: 'floor: order transaction',
  listingFresh: 'listing, another address each time',
  listingPages: 'listing, pages 1 to N',
  filteredFresh: 'filtered listing with count, another filter each time',
  commonWord: 'text search, common word',
  rareWord: 'text search, rare word',
  typingError: 'text search, typing error',
  ndc: 'NDC search, another number each time',
  ndcFragment: 'NDC fragment, another one each time',
  productFresh: 'product page, another one each time',
  firstListing: 'listing with own prices, first of a business',
  laterListing: 'listing with own prices, later ones of the same businesses',
  ownOrders: 'own orders, another customer each time',
  adminOrders: 'admin orders, another filter each time',
  invoices: 'invoices, another filter each time',
  adminDashboard: 'admin dashboard, summary',
  customerDashboard: 'customer dashboard, another customer each time',
  placeOrder: 'placing an order of 5 lines',
} as const

/** Reads, whose latency is compared with that of the one-query floor. */
export const reads: readonly string[] = [
  names.listingFresh,
  names.listingPages,
  names.filteredFresh,
  names.commonWord,
  names.rareWord,
  names.typingError,
  names.ndc,
  names.ndcFragment,
  names.productFresh,
  names.firstListing,
  names.laterListing,
  names.ownOrders,
  names.adminOrders,
  names.invoices,
  names.adminDashboard,
  names.customerDashboard,
]

/** The pages that Lighthouse visits. */
export const lighthousePages = ['listing', 'product', 'cart', 'order', 'admin orders'] as const
