const orders = 'khsalesorder/SalesOrderCollection'
const invoices = 'portalinvoice/CustomerInvoiceCollection'

type Reading = {
  what: string
  path: string
  query: Record<string, string>
  /** The ids to come, in this order; only the simulator's own data can promise them. */
  rows?: readonly string[]
}

const filtered = (what: string, $filter: string, rows: readonly string[]): Reading => ({
  what,
  path: orders,
  query: { $filter, $orderby: 'ID', $top: '100' },
  rows,
})

export const readings: readonly Reading[] = [
  { what: 'a page of orders', path: orders, query: { $top: '2' } },
  {
    what: 'the feed of changed orders',
    path: orders,
    query: {
      $top: '50',
      $orderby: 'LastChangeDateTime asc',
      $filter: "LastChangeDateTime ge datetimeoffset'2020-11-20T09:50:00.123Z'",
      $select: 'ObjectID,ID,ExternalReference,LifeCycleStatusCode,CancellationStatusCode,LastChangeDateTime',
    },
  },
  {
    what: 'orders with their lines',
    path: orders,
    query: { $top: '2', $expand: 'Item/ItemProduct,Item/ItemScheduleLine,BuyerParty' },
  },
  {
    what: 'accounts with addresses',
    path: 'khcustomer/CustomerCollection',
    query: { $top: '2', $expand: 'AddressInformation/AddressUsage,AddressInformation/PostalAddress' },
  },
  { what: 'materials', path: 'vmumaterial/MaterialCollection', query: { $top: '2', $orderby: 'InternalID' } },
  {
    what: 'invoices by date',
    path: 'khcustomerinvoice/CustomerInvoiceCollection',
    query: { $top: '2', $filter: "Date ge datetime'2020-01-01T00:00:00'" },
  },
  {
    what: 'a filter with its options percent-encoded',
    path: orders,
    query: { $top: '1', $filter: "(ID eq '1' or ID eq '2') and ReleaseStatusCode ne '3'" },
  },

  filtered('by reference', "ExternalReference eq 'KH-2019-1'", ['8400']),
  filtered('with a wildcard', "ExternalReference eq 'KH-2019*'", ['8400', '8401']),
  filtered('with a wildcard inside', "ExternalReference eq 'KH*2'", ['8401']),
  filtered('by an id with leading zeros', "ID eq '0008401'", ['8401']),
  filtered('by a navigation path', "BuyerParty/PartyID eq '4000124'", ['8401']),
  filtered('by several ids', "ID eq '8400' or ID eq '8402'", ['8400', '8402']),
  filtered('and before or', "ID eq '8400' or ID eq '8401' and LifeCycleStatusCode eq '4'", ['8400']),
  filtered('in parentheses', "(ID eq '8400' or ID eq '8401') and LifeCycleStatusCode eq '1'", ['8401']),
  filtered('that are not cancelled', "CancellationStatusCode ne '4'", ['8400', '8401']),
  filtered('by startswith', "startswith(ExternalReference,'KH-2019')", ['8400', '8401']),
  filtered('by substringof', "substringof('2019-2',ExternalReference)", ['8401']),
  filtered('by amount', 'NetAmount gt 1300m', ['8401']),
  filtered('up to an amount', 'NetAmount le 1254.90', ['8400', '8402']),
  filtered('by a quote in a text', "Name eq 'O''Neill'", []),
  {
    what: 'newest first, the second only',
    path: orders,
    query: { $orderby: 'CreationDateTime desc', $skip: '1', $top: '1' },
    rows: ['8401'],
  },
  { what: 'by search', path: orders, query: { $search: 'KH*', $orderby: 'ID' }, rows: ['8400', '8401'] },
  {
    what: 'through a query function',
    path: 'khsalesorder/SalesOrderQueryByElements',
    query: { ID: "'84*'", NumberOfRows: "'2'" },
    rows: ['8400', '8401'],
  },
  {
    what: "the portal's own invoices",
    path: invoices,
    query: {
      $filter: "BuyerPartyID eq '4000123'",
      $select: 'ID,TotalGrossAmount,currencyCode,PurchaseOrder_KUT,TrackingNumber_KUT',
    },
    rows: ['90001'],
  },
  {
    what: 'invoices of an order',
    path: 'khcustomerinvoice/CustomerInvoiceQueryByElements2',
    query: { ItemBusinessTransactionDocumentReference_ID: "'8400'" },
    rows: ['90001'],
  },
]

export const refusedFilters: readonly [filter: string, text: RegExp][] = [
  ["LastChangeDateTime ge '2026-11-20'", /Invalid parametertype used at function 'ge'/],
  ["LastChangeDateTime ge datetime'2026-11-20T00:00:00'", /Invalid parametertype used at function 'ge'/],
  ["UUID eq '00163e7a-11c2-1eef-a0b1-c2d3e4f50617'", /Invalid parametertype used at function 'eq'/],
  ['ID eq 8412', /Invalid parametertype used at function 'eq'/],
  ["NoSuchField eq 'x'", /NoSuchField/],
  ["ID eq 'x' and", /./],
]

const line = (product: string, quantity: string) => ({
  ItemProduct: { ProductID: product },
  ItemScheduleLine: [{ Quantity: quantity, unitCode: 'EA' }],
})

export const refusedOrders: readonly { what: string; changes: Record<string, unknown>; text: RegExp }[] = [
  { what: 'an unknown account', changes: { BuyerParty: { PartyID: '4999' } }, text: /^Account 4999 does not exist$/ },
  { what: 'a blocked account', changes: { BuyerParty: { PartyID: '4000125' } }, text: /blocked/ },
  { what: 'no account', changes: { BuyerParty: undefined }, text: /account/ },
  {
    what: 'an unknown product',
    changes: { Item: [line('99999-9999-99', '1')] },
    text: /^Product 99999-9999-99 does not exist$/,
  },
  { what: 'quantity zero', changes: { Item: [line('00093-0058-01', '0')] }, text: /quantity/ },
  { what: 'a negative quantity', changes: { Item: [line('00093-0058-01', '-1')] }, text: /quantity/ },
  { what: 'an unknown property', changes: { Surprise: '1' }, text: /'Surprise' does not exist/ },
  {
    what: 'an unknown property below',
    changes: { BuyerParty: { PartyID: '4000123', Surprise: '1' } },
    text: /'Surprise' does not exist/,
  },
  { what: 'a number of its own', changes: { ID: '1' }, text: /'ID'/ },
  {
    what: 'a price inside',
    changes: { Item: [{ ...line('00093-0058-01', '1'), ItemPriceAndTaxCalculation: {} }] },
    text: /ItemPriceAndTaxCalculation/,
  },
  { what: 'too long a reference', changes: { ExternalReference: 'X'.repeat(36) }, text: /longer than 35/ },
  {
    what: 'a strange address',
    changes: {
      ProductRecipientParty: { PartyID: '4000123', AddressReferenceUUID: '00163e7a-11c2-1eef-a0b1-c2d3e4f50617' },
    },
    text: /Address/,
  },
  {
    what: 'a strange unit',
    changes: {
      Item: [{ ItemProduct: { ProductID: '00093-0058-01' }, ItemScheduleLine: [{ Quantity: '1', unitCode: 'BOX' }] }],
    },
    text: /unit of measure BOX/,
  },
]
