import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { listQuery, listShape, type SortOrder, sortSchema } from '#shared/filters.ts'
import { maxDollars } from '#shared/read-number.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Id, IdParams, Message } from '#shared/wire.ts'
import {
  EntryChange,
  NewPriceList,
  PriceList,
  PriceListChange,
  PriceListEntry,
  PriceListRow,
  Simulation,
} from './list-shapes.ts'
import { PageNumber } from '#shared/page-number.ts'

export const maxContractPrices = 10_000

const amountMessage = 'Price must be a number of at least 0.'

/** A price entered by an admin. */
export const Dollars = z.number(amountMessage).check(z.gte(0, amountMessage), z.lte(maxDollars, 'Price is too large.'))

/** A custom price in a product’s list; the customer is given by id, or by email in old lists without ids. */
export const PriceEntry = z.object({
  userId: z._default(z.string().check(z.maxLength(36)), ''),
  email: z._default(z.string().check(z.maxLength(254)), ''),
  price: Dollars,
})
export type PriceEntry = z.infer<typeof PriceEntry>

/** One price on the page of a customer’s prices. */
export const CustomerPrice = z.object({
  productId: z.string(),
  name: z.string(),
  ndcNumber: z.string(),
  list: z.enum(['general', 'trulla']),
  listPrice: z.number(),
  price: z.number(),
  isPublished: z.boolean(),
})
export type CustomerPrice = z.infer<typeof CustomerPrice>

export const customerPriceList = listShape({
  filters: ['product', 'list'],
  sorts: ['name', 'ndc', 'listPrice', 'price'],
  sort: 'name',
})
export type CustomerPriceQuery = z.output<typeof customerPriceQuery>

const customerPriceQuery = listQuery(customerPriceList)

export const CustomerPrices = z.object({
  customer: z.object({ _id: z.string(), companyName: z.string(), name: z.string(), email: z.string() }),
  prices: z.array(CustomerPrice),
  count: z.number(),
})
export type CustomerPrices = z.infer<typeof CustomerPrices>

export const contractPrices = {
  productPricesFile: get('/api/products/:id/prices.csv', {
    access: 'admin',
    summary: 'All custom prices of a product as CSV',
    params: IdParams,
    reply: z.unknown(),
  }),
  customerPrices: get('/api/users/:id/prices', {
    access: 'admin',
    summary: 'All custom prices of a customer',
    params: IdParams,
    query: customerPriceQuery,
    reply: CustomerPrices,
  }),
  customerPricesFile: get('/api/users/:id/prices.csv', {
    access: 'admin',
    summary: 'All custom prices of a customer as CSV',
    params: IdParams,
    reply: z.unknown(),
  }),
  setCustomerPrice: put('/api/users/:id/prices', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Set or remove (null) one custom price of a customer',
    params: IdParams,
    body: z.object({
      productId: z.uuid('There is no record with this id.'),
      list: z.enum(['general', 'trulla']),
      price: z.nullable(Dollars),
    }),
    reply: Message,
  }),
}

const Made = z.extend(Message, { _id: z.string() })

export const entrySorts = ['name', 'listPrice', 'fromQuantity', 'paid'] as const
export type EntrySort = SortOrder<(typeof entrySorts)[number]>

/** Contract prices for businesses, groups and classes of trade, valid from one day to another. */
export const priceLists = {
  list: get('/api/price-lists', {
    access: 'admin',
    summary: 'All price lists, active ones first',
    reply: z.array(PriceListRow),
  }),
  make: post('/api/price-lists', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Create a price list without entries or customers',
    body: NewPriceList,
    reply: Made,
    status: 201,
  }),
  byId: get('/api/price-lists/:id', {
    access: 'admin',
    summary: 'A price list and who it is for',
    params: IdParams,
    reply: PriceList,
  }),
  change: put('/api/price-lists/:id', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Change a price list and who it is for; refused if it was changed since it was loaded',
    params: IdParams,
    body: PriceListChange,
    reply: Message,
    done: 'Price list saved',
  }),
  remove: del('/api/price-lists/:id', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Remove a price list; past orders keep its name',
    params: IdParams,
    reply: Message,
    done: 'Price list removed',
  }),
  entries: get('/api/price-lists/:id/entries', {
    access: 'admin',
    summary: 'One page of the entries of a price list, by product name unless another order is chosen',
    params: IdParams,
    query: z.object({
      query: z._default(z.string().check(z.maxLength(200)), ''),
      page: PageNumber,
      sort: sortSchema(entrySorts, 'name'),
    }),
    reply: z.object({ entries: z.array(PriceListEntry), count: z.number() }),
  }),
  setEntry: put('/api/price-lists/:id/entries', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Set or remove an entry of a price list',
    params: IdParams,
    body: EntryChange,
    reply: Message,
  }),
  file: get('/api/price-lists/:id/entries.csv', {
    access: 'admin',
    summary: 'All entries of a price list as CSV',
    params: IdParams,
    reply: z.unknown(),
  }),
  workbook: get('/api/price-lists/:id/entries.xlsx', {
    access: 'admin',
    summary: 'All entries of a price list as XLSX',
    params: IdParams,
    reply: z.unknown(),
  }),
  simulate: get('/api/prices/simulation', {
    access: 'staff',
    summary: 'The price of a product for a customer, quantity and day, and why',
    query: z.object({
      user: Id,
      product: Id,
      quantity: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(9_999)), 1),
      day: plausibleDay('Enter a date like 2026-11-27.'),
    }),
    reply: Simulation,
  }),
}
