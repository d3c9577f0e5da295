import * as z from 'zod/mini'
import { ChosenCostCenter } from '#budgets/cost-center-shapes.ts'
import { get, post, put } from '#shared/endpoint.ts'
import { Id, IdParams, Message } from '#shared/wire.ts'
import { ApprovalRequest, Approved, Named, NewDeputy, Rejected, RequestRow } from './request-shapes.ts'
import { Rules } from './rule-shapes.ts'

export const rowsAPage = 50

const WantedLine = z.object({
  _id: Id,
  quantity: z.number('Every quantity must be a whole number.').check(z.int(), z.gte(1), z.lte(9_999)),
})

const deciding = { access: 'customer', isOrdering: true, params: IdParams } as const

/** For the people of one business; what does not belong to it does not exist for them. */
export const approvals = {
  rules: get('/api/approval-rules/:id', {
    access: 'signedIn',
    summary: 'Which orders of its buyers a user’s business wants to have approved; for its users and for the staff',
    params: IdParams,
    reply: Rules,
  }),
  setRules: put('/api/approval-rules/:id', {
    access: 'manager',
    summary: 'Change what has to be approved in a user’s business; only its own managers may',
    params: IdParams,
    body: Rules,
    reply: Message,
  }),
  preview: post('/api/approvals/preview', {
    access: 'customer',
    summary: 'Whether an order of one’s own would need approval, why, and whose',
    body: z.object({
      orderItems: z.array(WantedLine).check(z.minLength(1), z.maxLength(500)),
      costCenterId: ChosenCostCenter,
    }),
    reply: z.object({ reasons: z.array(z.string()), approvers: z.array(Named) }),
  }),
  status: get('/api/approvals/status', {
    access: 'customer',
    summary: 'Whether the caller may approve, how many requests wait for him, and how many of his own wait',
    reply: z.object({ mayApprove: z.boolean(), toDecide: z.number(), mine: z.number() }),
  }),
  list: get('/api/approvals', {
    access: 'customer',
    summary: 'One’s own requests, or for approvers those of the others; those that wait first',
    query: z.object({
      whose: z._default(z.enum(['mine', 'others'], 'Say whose requests.'), 'mine'),
      page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
    }),
    reply: z.object({ requests: z.array(RequestRow), count: z.number() }),
  }),
  byId: get('/api/approvals/:id', {
    access: 'customer',
    summary: 'A request of one’s own, or for approvers any of the business, with today’s prices',
    params: IdParams,
    reply: ApprovalRequest,
  }),
  approve: post('/api/approvals/:id/approve', {
    ...deciding,
    summary: 'Place what a colleague asked for, with these quantities at these prices',
    body: Approved,
    reply: z.extend(Message, { orderId: z.string(), overBudget: z.optional(z.array(z.string())) }),
  }),
  reject: post('/api/approvals/:id/reject', {
    ...deciding,
    summary: 'Refuse what a colleague asked for, and tell him why',
    body: Rejected,
    reply: Message,
  }),
  withdraw: post('/api/approvals/:id/withdraw', {
    ...deciding,
    summary: 'Take back what one asked for',
    reply: Message,
  }),
  deputy: get('/api/approval-deputy', {
    access: 'customer',
    summary: 'Who approves in the caller’s place until when, and who of the business could',
    reply: z.object({
      deputy: z.nullable(z.extend(Named, { until: z.string() })),
      choices: z.array(Named),
    }),
  }),
  setDeputy: put('/api/approval-deputy', {
    access: 'customer',
    isOrdering: true,
    summary: 'Say who approves in the caller’s place until a day, or that nobody does any more',
    body: NewDeputy,
    reply: Message,
  }),
}
