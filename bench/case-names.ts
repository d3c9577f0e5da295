/** Names of the measured cases, as shown in the tables and used by the targets. */
export const names = {
  queryFloor: 'floor: one query',
  orderFloor: 'floor: order transaction',
  keysFloor: 'floor: order transaction, tables with keys only',
  listingFresh: 'listing, another address each time',
  listingPages: 'listing, pages 1 to N',
  filteredFresh: 'filtered listing with count, another filter each time',
  commonWord: 'text search, common word',
  rareWord: 'text search, rare word',
  typingError: 'text search, typing error',
  ndc: 'NDC search, another number each time',
  ndcFragment: 'NDC fragment, another one each time',
  productFresh: 'product page, another one each time',
  contractPrices: 'listing with own prices, another customer and address each time',
  manyContracts: 'listing with own prices, 5,000 contract lines in three lists',
  ownOrders: 'own orders, another customer each time',
  adminOrders: 'admin orders, another filter each time',
  invoices: 'invoices, another filter each time',
  adminDashboard: 'admin dashboard, summary',
  customerDashboard: 'customer dashboard, another customer each time',
  quickOrder: 'quick order of 200 lines, others each time',
  longQuickOrder: 'quick order of 1,000 lines, others each time',
  signIn: 'sign-in',
  sendCode: 'sending a code',
  placeOrder: 'placing an order of 5 lines',
  calm: 'listing with own prices, before the attack',
  attacked: 'listing with own prices, while being attacked',
} as const

/** Reads, whose target is the latency of the one-query floor. */
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
  names.contractPrices,
  names.ownOrders,
  names.adminOrders,
  names.invoices,
  names.adminDashboard,
  names.customerDashboard,
]

/** Orders for only a few products, so that they contend for locks. */
export const crowded = (name: string) => `${name}, few products`

/** The pages that Lighthouse visits. */
export const lighthousePages = ['listing', 'product', 'cart', 'order', 'admin orders'] as const
