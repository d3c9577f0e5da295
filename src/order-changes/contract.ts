import { get, post } from '#shared/endpoint.ts'
import { IdParams, Message } from '#shared/wire.ts'
import * as z from 'zod/mini'
import { changeWays, NewChange, RequestedChanges } from './change-shapes.ts'

export const orderChanges = {
  list: get('/api/orders/:id/changes', {
    access: 'signedIn',
    summary: 'The changes asked of an order, with their outcomes, and whether it can still be changed',
    params: IdParams,
    reply: RequestedChanges,
  }),
  request: post('/api/orders/:id/changes', {
    access: 'signedIn',
    isOrdering: true,
    summary:
      'Cancel lines of an order or lower their quantities, for its customer, sales rep and admins: immediately, or as a request to the ERP or the reviewer',
    params: IdParams,
    body: NewChange,
    reply: z.extend(Message, { way: z.enum(changeWays) }),
  }),
}
