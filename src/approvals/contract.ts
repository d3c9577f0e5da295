import * as z from 'zod/mini'
import { get, post, put } from '#shared/endpoint.ts'
import { Id, IdParams, Message } from '#shared/wire.ts'
import { Rules } from './rule-shapes.ts'

const WantedLine = z.object({
  _id: Id,
  quantity: z.number('Every quantity must be a whole number.').check(z.int(), z.gte(1), z.lte(9_999)),
})

/** Somebody of the business, by name. */
const Named = z.object({ _id: z.string(), name: z.string(), lastName: z.string() })

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
    body: z.object({ orderItems: z.array(WantedLine).check(z.minLength(1), z.maxLength(500)) }),
    reply: z.object({ reasons: z.array(z.string()), approvers: z.array(Named) }),
  }),
}
