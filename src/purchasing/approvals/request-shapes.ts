import * as z from 'zod/mini'
import { BackorderChoice } from '#fulfillment/backorder-shapes.ts'
import { BudgetLeft } from '../budgets/budget-shapes.ts'
import { Charged } from '#orders/charge-shapes.ts'
import { fullName } from '#shared/full-name.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Id, Moment, requiredLines } from '#shared/wire.ts'

const requestStates = ['waiting', 'approved', 'rejected', 'withdrawn', 'expired'] as const
export type RequestState = (typeof requestStates)[number]

/** A person at the business, by name. */
export const Named = z.object({ _id: z.string(), name: z.string(), lastName: z.string() })
export type Named = z.infer<typeof Named>

export const RequestRow = z.object({
  _id: z.string(),
  state: z.enum(requestStates),
  askedBy: Named,
  totalPrice: z.number(),
  lineCount: z.number(),
  purchaseOrder: z.string(),
  createdAt: Moment,
  expiresAt: Moment,
})
export type RequestRow = z.infer<typeof RequestRow>

const RequestLine = z.object({
  _id: z.string(),
  name: z.string(),
  /** The NDC or item number. */
  slug: z.string(),
  /** Slug of the product page; empty for a deleted product. */
  page: z.string(),
  image: z.string(),
  quantity: z.number(),
  /** Unit price that the buyer saw. */
  askedPrice: z.number(),
  /** Today's unit price for this quantity; null for a product that is no longer sold. */
  price: z.nullable(z.number()),
  countInStock: z.number(),
  isNonStocked: z.boolean(),
  coldStatus: z.string(),
  deaSchedule: z.string(),
  /** `Schedule V in KY`; omitted if the ship-to State has none that is stricter. */
  stateSchedule: z.optional(z.string()),
  /** As of the latest approval; 0 for a line that an approver removed. */
  approvedQuantity: z.nullable(z.number()),
  /** The buyer's note about the line; empty if none. */
  note: z.string(),
})
export type RequestLine = z.infer<typeof RequestLine>

export const ApprovalRequest = z.extend(RequestRow, {
  reasons: z.array(z.string()),
  /** The requester's note. */
  askedReason: z.string(),
  /** Budgets that the order counts toward; only for callers who may decide now. */
  budgets: z.array(BudgetLeft),
  shippingMethod: z.string(),
  /** The buyer's note to the wholesaler; empty if none. */
  orderNote: z.string(),
  attention: z.string(),
  /** Null for as soon as possible. */
  requestedDay: z.nullable(z.string()),
  /** Null if the business does not ask. */
  backorders: z.nullable(BackorderChoice),
  costCenter: z.nullable(Charged),
  /** The chosen ship-to address; empty for the business's own. */
  shipTo: z.string(),
  lines: z.array(RequestLine),
  /** Who can approve the current step, without the requester. */
  approvers: z.array(Named),
  /** Approvals of earlier steps. */
  given: z.array(z.object({ by: Named, at: Moment })),
  /** Its approval places the order. */
  isLastStep: z.boolean(),
  decidedBy: z.nullable(Named),
  decidedAt: z.nullable(Moment),
  /** Why it was rejected. */
  note: z.string(),
  orderId: z.nullable(z.string()),
  isMine: z.boolean(),
  /** The caller may approve or reject it now. */
  mayDecide: z.boolean(),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

const quantityMessage = 'Every quantity must be a whole number from 1 to 9,999.'

/** The approved lines at the prices that the approver saw; omitted lines are removed from the order. */
export const Approved = z.object({
  lines: z
    .array(
      z.object({
        _id: Id,
        quantity: z
          .number(quantityMessage)
          .check(z.int(quantityMessage), z.gte(1, quantityMessage), z.lte(9_999, quantityMessage)),
        price: z.number('Send the prices that were shown.').check(z.gte(0), z.lte(10_000_000)),
      }),
      'No lines are left to approve.',
    )
    .check(z.minLength(1, 'No lines are left to approve. Reject the request instead.'), z.maxLength(500)),
})
export type Approved = z.infer<typeof Approved>

export const Rejected = z.object({ reason: requiredLines(500, 'The reason') })

export const NewDeputy = z.object({
  /** Null removes the deputy. */
  deputyId: z.nullable(Id),
  /** The last day, inclusive. */
  until: plausibleDay('Choose an end date.'),
})
export type NewDeputy = z.infer<typeof NewDeputy>

const maxNamed = 3

/** `Ann Lee, Mia Moss or Bo Day`; a long list names the first three and counts the rest. */
export const listNames = (people: readonly Named[]): string => {
  const names = people.slice(0, maxNamed).map(({ name, lastName }) => fullName({ name, lastName }))
  if (people.length > names.length) return `${names.join(', ')} or ${people.length - names.length} more`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
