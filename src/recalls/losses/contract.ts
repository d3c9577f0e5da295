import * as z from 'zod/mini'
import { get, post, put } from '#shared/endpoint.ts'
import { IdParams, Message } from '#shared/wire.ts'
import { LossFollowUp, LossRow, NewLoss, OwnLoss } from './loss-shapes.ts'

const page = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1)

/** Lines reported as not received, short or damaged. */
export const losses = {
  report: post('/api/orders/:id/loss-reports', {
    access: 'buyer',
    summary: 'Report a line of an order as not received, short or damaged',
    params: IdParams,
    body: NewLoss,
    reply: Message,
    done: 'Report sent. We will contact you.',
    status: 201,
  }),
  ofOrder: get('/api/orders/:id/loss-reports', {
    access: 'signedIn',
    summary: 'What was reported about the lines of an order',
    params: IdParams,
    reply: z.array(OwnLoss),
  }),
  list: get('/api/loss-reports', {
    access: 'admin',
    summary:
      'Reported losses: open ones of controlled products by the date that DEA must be notified, others newest first',
    query: z.object({ page, view: z._default(z.enum(['controlled', 'other', 'closed']), 'controlled') }),
    reply: z.object({ rows: z.array(LossRow), hasMore: z.boolean() }),
  }),
  followUp: put('/api/loss-reports/:id', {
    access: 'admin',
    summary: 'Record the notice to DEA, Form 106 and the conclusion of a loss',
    params: IdParams,
    body: LossFollowUp,
    reply: Message,
    done: 'Saved',
  }),
}
