import * as z from 'zod/mini'
import { get, put } from '#shared/endpoint.ts'
import { IdParams, Message } from '#shared/wire.ts'
import { LossFollowUp, LossRow } from './loss-shapes.ts'
import { PageNumber } from '#shared/page-number.ts'

/** Controlled lines reported as not received, short or damaged. */
export const losses = {
  list: get('/api/loss-reports', {
    access: 'admin',
    summary:
      'Reported losses of controlled products: open ones by the date that DEA must be notified, closed ones newest first',
    query: z.object({ page: PageNumber, view: z._default(z.enum(['open', 'closed']), 'open') }),
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
