import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { Id, IdParams, Message } from '#shared/wire.ts'
import { Allocated, allocationModes } from './allocation-shapes.ts'
import { PageNumber } from '#shared/page-number.ts'

const maxRequested = 500
export const allocationsPerPage = 50

const Pieces = (label: string) => {
  const message = `${label} must be a whole number from 0 to 1,000,000.`
  return z.number(message).check(z.int(message), z.gte(0, message), z.lte(1_000_000, message))
}
const shareMessage = 'The share must be a whole number from 1 to 1,000 percent.'

/** A share of the business's average monthly orders over the last three full months, or a fixed quantity for all. */
const AllocationRule = z.object({
  mode: z.enum(allocationModes, 'Choose whether to refuse larger orders or warn.'),
  sharePercent: z.nullable(
    z.number(shareMessage).check(z.int(shareMessage), z.gte(1, shareMessage), z.lte(1_000, shareMessage)),
  ),
  fixed: z.nullable(Pieces('The number')),
  floor: Pieces('The minimum'),
})
export type AllocationRule = z.infer<typeof AllocationRule>

const ListedAllocation = z.extend(AllocationRule, {
  productId: z.string(),
  name: z.string(),
  ndcNumber: z.string(),
  /** Pieces that all businesses ordered this month. */
  used: z.number(),
  exceptions: z.number(),
})
export type ListedAllocation = z.infer<typeof ListedAllocation>

const BusinessAllocation = z.object({
  businessId: z.string(),
  name: z.string(),
  accountNumber: z.string(),
  /** Monthly average over the last three full months. */
  average: z.number(),
  cap: z.number(),
  used: z.number(),
  left: z.number(),
  exception: z.nullable(z.number()),
})
export type BusinessAllocation = z.infer<typeof BusinessAllocation>

const ProductAllocation = z.object({
  product: z.object({ _id: z.string(), name: z.string(), ndcNumber: z.string() }),
  /** Null if the product is not allocated. */
  rule: z.nullable(AllocationRule),
  until: z.string(),
  /** Businesses with an exception, or with orders since the start of the three-month window; highest use first. */
  businesses: z.array(BusinessAllocation),
  count: z.number(),
})

const Page = z.object({
  page: PageNumber,
})

export const allocations = {
  left: post('/api/allocations/left', {
    isForReadOnly: true,
    access: 'signedIn',
    summary: 'What is left this month of allocated products for the caller’s business; other products are omitted',
    body: z.object({
      ids: z
        .array(Id, 'ids must be a list.')
        .check(z.maxLength(maxRequested, `At most ${maxRequested} products can be checked at a time.`)),
    }),
    reply: z.record(z.string(), Allocated),
  }),
  list: get('/api/allocations', {
    access: 'admin',
    summary: 'Allocated products with their rules and the quantity ordered this month',
    query: Page,
    reply: z.object({ allocations: z.array(ListedAllocation), count: z.number() }),
  }),
  ofProduct: get('/api/allocations/:id', {
    access: 'admin',
    summary: 'The allocation of a product: its rule, and the cap, use and remainder of each business',
    params: IdParams,
    query: Page,
    reply: ProductAllocation,
  }),
  set: put('/api/allocations/:id', {
    access: 'admin',
    summary: 'Allocate a product, or change its rule',
    params: IdParams,
    body: AllocationRule.check(
      z.refine(
        ({ sharePercent, fixed }) => (sharePercent === null) !== (fixed === null),
        'Send either a share or a fixed number.',
      ),
    ),
    reply: Message,
    done: 'Allocation saved',
  }),
  remove: del('/api/allocations/:id', {
    access: 'admin',
    summary: 'Remove the allocation of a product, with its exceptions',
    params: IdParams,
    reply: Message,
    done: 'Allocation removed',
  }),
  except: put('/api/allocations/:id/exceptions', {
    access: 'admin',
    summary:
      'Set an exception for one business, or remove it (null); the business is named by its id or by one of its users',
    params: IdParams,
    body: z.object({
      businessId: z.optional(Id),
      customerId: z.optional(Id),
      /** Null returns to the rule. */
      quantity: z.nullable(Pieces('The number')),
    }),
    reply: Message,
  }),
}
