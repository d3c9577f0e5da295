import * as z from 'zod/mini'
import { del, get, post } from '#shared/endpoint.ts'
import { Id, IdParams, Message, Moment, requiredLines } from '#shared/wire.ts'

export const maxNotes = 200

const Note = z.object({
  _id: z.string(),
  text: z.string(),
  author: z.string(),
  createdAt: Moment,
})

/** Staff notes about the business of a customer; customers never see them. */
export const notes = {
  list: get('/api/users/:id/notes', {
    access: 'admin',
    summary: 'Staff notes about a customer’s business, newest first',
    params: IdParams,
    reply: z.array(Note),
  }),
  add: post('/api/users/:id/notes', {
    access: 'admin',
    summary: 'Add a note about a customer’s business',
    params: IdParams,
    body: z.object({ text: requiredLines(2_000, 'The note') }),
    reply: Message,
    done: 'Note saved',
    status: 201,
  }),
  remove: del('/api/users/:id/notes/:note', {
    access: 'admin',
    summary: 'Remove a note',
    params: z.object({ id: Id, note: Id }),
    reply: Message,
    done: 'Note removed',
  }),
}
