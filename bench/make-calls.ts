import { sortOrders } from '../src/catalog/contract.ts'
import { names } from './case-names.ts'
import type { DatabaseSample, CatalogSample, BenchPerson } from './sample-database.ts'
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
const leaves = function* ({ categories }: CatalogSample) {
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
const ranges = function* ({ categories }: CatalogSample) {
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

/**
 * Repeats the paths with a new parameter each round, so that a small catalog gets as many uncached calls as a large
 * one.
 */
const rounds = function* (paths: readonly string[]) {
  for (let round = 1; paths.length > 0; round++)
    for (const path of paths) yield `${path}${path.includes('?') ? '&' : '?'}round=${round}`
}

/** Calls by visitors, in the order of the table. */
export const anonymousCases = (known: CatalogSample): Case[] => {
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

/** The same calls, each by the next customer. */
const askedByCustomers = (known: DatabaseSample, calls: Calls): Calls => {
  const asCustomer = customersInTurn(known, (customer) => ({ path: '', headers: bearerHeaders(customer) }))
  return () => {
    const call = calls()
    return call && { ...asCustomer(), ...call }
  }
}

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
    [names.contractPrices]: askedByCustomers(known, oneByOne(leaves(known))),
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

/** Browsing by businesses with thousands of contract prices, and by as many without, in turn. */
export const contractCases = (known: DatabaseSample): { contracted: Case; plain: Case } => {
  const leafing = (name: string, customers: BenchPerson[]) => ({
    name,
    calls: askedByCustomers({ ...known, customers }, oneByOne(leaves(known))),
  })
  return {
    contracted: leafing(names.manyContracts, known.contracted),
    plain: leafing(names.contractPrices, known.customers.slice(0, known.contracted.length)),
  }
}

/** Many lines in one call. Their target is a response time; the page's target is the one-query floor. */
export const quickOrderCases = (known: DatabaseSample): Case[] =>
  Object.entries({
    [names.quickOrder]: askedByCustomers(known, quickOrders(known, 200)),
    [names.longQuickOrder]: askedByCustomers(known, quickOrders(known, 1_000)),
  }).map(([name, calls]) => ({ name, calls }))

/** Pasted lines of NDCs from a different part of the catalog each time; one in 40 is unknown. */
const quickOrders = ({ ndcs }: DatabaseSample, lines: number): Calls => {
  let from = 0
  return () => {
    const codes = Array.from({ length: lines }, (_, at) => ndcs[(from + at) % ndcs.length] ?? '')
    from += lines
    const body = codes.map((ndc, at) => ({
      code: at % 40 === 39 ? `00000${ndc.slice(5)}` : at % 2 ? dashed(ndc) : ndc,
      quantity: 1 + (at % 9),
    }))
    return { method: 'POST', path: '/api/quick-order/check', body: JSON.stringify({ lines: body }) }
  }
}

/** Calls that write: signing in creates a session, an order code is emailed. */
export const writingCases = (known: DatabaseSample): Case[] =>
  Object.entries({
    [names.signIn]: customersInTurn(known, ({ email }) => ({
      method: 'POST',
      path: '/api/users/signin',
      body: JSON.stringify({ email, password: known.password }),
    })),
    [names.sendCode]: customersInTurn(known, (customer) => ({
      method: 'POST',
      path: `/api/orders/sendOTP/${customer.id}`,
      headers: bearerHeaders(customer),
    })),
  }).map(([name, calls]) => ({ name, calls }))
