import { sortOrders } from '../src/catalog/contract.ts'
import { names } from './case-names.ts'
import type { BenchPerson, DatabaseSample } from './sample-database.ts'
import { type Calls, inTurn } from './measure.ts'
import type { BenchCall } from './open-line.ts'
import { shuffle } from './shuffle.ts'

export interface Case {
  name: string
  calls: Calls
}

const listing = (facts: Record<string, string | number>) =>
  `/api/products/search?${Object.entries(facts)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`

/** Each call once, until none is left. */
const oneByOne = (calls: Iterable<string | BenchCall>): Calls => {
  const iterator = calls[Symbol.iterator]()
  return () => {
    const { value, done } = iterator.next()
    return done ? null : typeof value === 'string' ? { path: value } : value
  }
}

/**
 * Browses the catalog and its categories in pages of 12, like the floor, in every sort order, the first ten pages
 * first.
 */
const leaves = function* ({ categories }: DatabaseSample) {
  for (let from = 1; ; from += 10) {
    const block = ['all', ...categories].flatMap((category) =>
      sortOrders.flatMap((order) =>
        Array.from({ length: 10 }, (_, at) => listing({ category, order, page: from + at })),
      ),
    )
    yield* shuffle(block)
  }
}

/** Every page of the whole catalog. */
const pages = function* () {
  for (let page = 1; ; page++) yield listing({ page })
}

/** Price ranges that were not requested before, so that hits must be counted. */
const ranges = function* ({ categories }: DatabaseSample) {
  for (let cents = 1; ; cents++)
    yield listing({
      category: categories[cents % Math.min(10, categories.length)] ?? 'all',
      order: 'lowest',
      price: `${5 + cents / 100}-${50 + cents / 100}`,
    })
}

const dashed = (ndc: string) => `${ndc.slice(0, 5)}-${ndc.slice(5, 9)}-${ndc.slice(9)}`

/** The first nine digits of an NDC, which identify a manufacturer's product in any package. */
const fragments = (ndcs: readonly string[]) =>
  [...new Set(ndcs.map((ndc) => `${ndc.slice(0, 5)}-${ndc.slice(5, 9)}`))].map((query) => listing({ query }))

/** Repeats the paths with a new parameter each round, so that no address is repeated. */
const rounds = function* (paths: readonly string[]) {
  for (let round = 1; paths.length > 0; round++)
    for (const path of paths) yield `${path}${path.includes('?') ? '&' : '?'}round=${round}`
}

/** Calls by visitors, in the order of the table. */
export const anonymousCases = (known: DatabaseSample): Case[] => {
  const numbers = known.ndcs.map((ndc, at) => listing({ query: at % 2 ? dashed(ndc) : ndc }))
  const parts = fragments(known.ndcs)
  const products = known.slugs.toReversed().map((slug) => `/api/products/slug/${slug}`)
  return Object.entries({
    [names.listingFresh]: oneByOne(leaves(known)),
    [names.listingPages]: oneByOne(pages()),
    [names.filteredFresh]: oneByOne(ranges(known)),
    [names.commonWord]: inTurn(listing({ query: 'tablet' }), listing({ query: 'sodium' })),
    [names.rareWord]: inTurn(listing({ query: 'everolimus' }), listing({ query: 'zepbound' })),
    [names.typingError]: inTurn(listing({ query: 'lisinoprl' }), listing({ query: 'amoxicilin' })),
    [names.ndc]: oneByOne(rounds(numbers)),
    [names.ndcFragment]: oneByOne(rounds(parts)),
    [names.productFresh]: oneByOne(rounds(products)),
  }).map(([name, calls]) => ({ name, calls }))
}

export const bearerHeaders = ({ token }: BenchPerson) => ({ authorization: `Bearer ${token}` })

/** Every customer in turn. */
const customersInTurn = ({ customers }: DatabaseSample, callOf: (customer: BenchPerson) => BenchCall): Calls =>
  inTurn(...customers.map(callOf))

/** Browsing with own prices, each page by the next customer. */
const browsing = (known: DatabaseSample, customers: Calls): Calls => {
  const calls = oneByOne(leaves(known))
  return () => {
    const customer = customers()
    return customer && { ...customer, ...calls() }
  }
}

const asCustomer = (customer: BenchPerson): BenchCall => ({ path: '', headers: bearerHeaders(customer) })

/** Stay in the caches from one of their listings to the next. */
const regulars = 50

/** Calls by signed-in users. */
export const signedInCases = (known: DatabaseSample): Case[] => {
  const { admin, customers } = known
  const asAdmin = (paths: string[]) => inTurn(...paths.map((path) => ({ path, headers: bearerHeaders(admin) })))
  const orderFilters = customers.flatMap(({ accountId }, at): object[] => [
    { billToPartyID: accountId },
    { orderStatusSap: '2', billToPartyID: accountId },
    { createdAt: `202${at % 6}-${String(1 + (at % 12)).padStart(2, '0')}` },
    { orderIdSap: String(500_000 + at) },
  ])
  const invoiceFilters = customers.flatMap(({ accountId }, at): object[] => [
    { account: accountId },
    { account: accountId, status: '3' },
    { inv: String(1_000 + at) },
    { ship: 'UPS', status: String(1 + (at % 4)) },
  ])
  const json = (filter: object) => encodeURIComponent(JSON.stringify(filter))
  return Object.entries({
    // From the end, because the other cases start with the first customers. Every customer is another business.
    [names.firstListing]: browsing(known, oneByOne(customers.toReversed().map(asCustomer))),
    [names.laterListing]: browsing(known, inTurn(...customers.slice(0, regulars).map(asCustomer))),
    [names.ownOrders]: customersInTurn(known, (customer) => ({
      path: `/api/orders/mineSAPLocal/${customer.id}`,
      headers: bearerHeaders(customer),
    })),
    [names.adminOrders]: asAdmin(orderFilters.map((filter) => `/api/orders/localSAPOrders/all?query=${json(filter)}`)),
    [names.invoices]: asAdmin(invoiceFilters.map((filter) => `/api/users/InvoicesListFilter/${json(filter)}`)),
    [names.adminDashboard]: asAdmin(['/api/orders/summary']),
    [names.customerDashboard]: customersInTurn(known, (customer) => ({
      path: `/api/orders/mysummary/${customer.id}`,
      headers: bearerHeaders(customer),
    })),
  }).map(([name, calls]) => ({ name, calls }))
}
