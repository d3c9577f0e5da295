import * as z from 'zod/mini'
import { ChosenCostCenter } from '#orders/charge-shapes.ts'
import { get, post, put } from '#shared/endpoint.ts'
import { Id, IdParams, Message } from '#shared/wire.ts'
import { ApprovalRequest, Approved, Named, NewDeputy, Rejected, RequestRow } from './request-shapes.ts'
import { Rules, Steps } from './rule-shapes.ts'
import { PageNumber } from '#shared/page-number.ts'

export const requestsPerPage = 50

const WantedLine = z.object({
  _id: Id,
  quantity: z.number('Every quantity must be a whole number.').check(z.int(), z.gte(1), z.lte(9_999)),
})

const deciding = { access: 'customer', isOrdering: true, params: IdParams } as const

/** Scoped to the caller's business: requests of other businesses answer 404. */
export const approvals = {
  rules: get('/api/approval-rules/:id', {
    access: 'signedIn',
    summary: 'The approval rules of a user’s business, for its users and for staff',
    params: IdParams,
    reply: Rules,
  }),
  setRules: put('/api/approval-rules/:id', {
    access: 'manager',
    summary: 'Change the approval rules of a user’s business, for its own managers only',
    params: IdParams,
    body: Rules,
    reply: Message,
    done: 'Rules saved',
  }),
  steps: get('/api/approval-steps/:id', {
    access: 'signedIn',
    summary: 'The approval steps of a user’s business and its possible approvers, for its users and for staff',
    params: IdParams,
    reply: z.object({
      steps: z.array(z.object({ overAmount: z.nullable(z.number()), approvers: z.array(Named) })),
      choices: z.array(Named),
    }),
  }),
  setSteps: put('/api/approval-steps/:id', {
    access: 'manager',
    summary: 'Change the approval steps of a user’s business, for its own managers only',
    params: IdParams,
    body: Steps,
    reply: Message,
    done: 'Approval steps saved',
  }),
  preview: post('/api/approvals/preview', {
    access: 'customer',
    summary: 'Check whether the caller’s order would need approval, why, and by whom',
    body: z.object({
      orderItems: z.array(WantedLine).check(z.minLength(1), z.maxLength(500)),
      costCenterId: ChosenCostCenter,
      /** The business’s own address if omitted. */
      shipToId: z.optional(Id),
    }),
    reply: z.object({ reasons: z.array(z.string()), approvers: z.array(Named) }),
  }),
  status: get('/api/approvals/status', {
    access: 'customer',
    summary: 'Whether the caller may approve, how many requests wait for them, and how many of their own wait',
    reply: z.object({ mayApprove: z.boolean(), toDecide: z.number(), mine: z.number() }),
  }),
  list: get('/api/approvals', {
    access: 'customer',
    summary: 'The caller’s own requests or, for approvers, those of others; waiting requests first',
    query: z.object({
      whose: z._default(z.enum(['mine', 'others'], 'Choose whose requests to list: mine or others.'), 'mine'),
      page: PageNumber,
    }),
    reply: z.object({ requests: z.array(RequestRow), count: z.number() }),
  }),
  byId: get('/api/approvals/:id', {
    access: 'customer',
    summary: 'A request of the caller or, for approvers, any request of the business, with today’s prices',
    params: IdParams,
    reply: ApprovalRequest,
  }),
  approve: post('/api/approvals/:id/approve', {
    ...deciding,
    summary: 'Approve a request: the last step places its order with these quantities at these prices',
    body: Approved,
    reply: z.extend(Message, { orderId: z.optional(z.string()), overBudget: z.optional(z.array(z.string())) }),
  }),
  reject: post('/api/approvals/:id/reject', {
    ...deciding,
    summary: 'Reject a request and email the reason to the requester',
    body: Rejected,
    reply: Message,
    done: 'Request rejected',
  }),
  withdraw: post('/api/approvals/:id/withdraw', {
    ...deciding,
    summary: 'Withdraw one of the caller’s requests',
    reply: Message,
    done: 'Request withdrawn',
  }),
  deputy: get('/api/approval-deputy', {
    access: 'customer',
    summary: 'The caller’s delegate for approvals and its last day, and who could be chosen',
    reply: z.object({
      deputy: z.nullable(z.extend(Named, { until: z.string() })),
      choices: z.array(Named),
    }),
  }),
  setDeputy: put('/api/approval-deputy', {
    access: 'customer',
    isOrdering: true,
    summary: 'Choose a delegate for approvals until a day, or remove the delegate',
    body: NewDeputy,
    reply: Message,
  }),
}
