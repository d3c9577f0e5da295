import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { Id, IdParams, Message, requiredLines, requiredText, text } from '#shared/wire.ts'
import { License, LicenseFields } from './license-shapes.ts'

const byAdmin = { access: 'admin', isConfirmed: true } as const

const Saved = z.extend(Message, { _id: z.string(), needsProof: z.boolean() })

export const LicenseVerification = z.object({
  __v: z.int(),
  source: requiredText(300, 'Source'),
  /** That DEA issued a number that fails its check digit. */
  proof: z._default(text(300, 'Proof'), ''),
})

/** Licenses and registrations of customers, and our own. */
export const licenses = {
  list: get('/api/licenses', {
    access: 'admin',
    summary: 'Licenses and registrations of a customer’s business or, without a customer, our own',
    query: z.object({ forUser: z.optional(Id) }),
    reply: z.array(License),
  }),
  add: post('/api/licenses', {
    ...byAdmin,
    summary: 'Record a license or registration of a customer’s business or, without a customer, our own',
    body: z.object({ forUser: z.optional(Id), license: LicenseFields }),
    reply: Saved,
    status: 201,
  }),
  change: put('/api/licenses/:id', {
    ...byAdmin,
    summary: 'Change a license or record its renewal; it must be verified again unless only a filed renewal changed',
    params: IdParams,
    body: z.object({ __v: z.int(), license: LicenseFields }),
    reply: Saved,
  }),
  verify: put('/api/licenses/:id/verification', {
    ...byAdmin,
    summary: 'Record that a license was looked up; refused if it changed since it was read',
    params: IdParams,
    body: LicenseVerification,
    reply: Message,
    done: 'License verified',
  }),
  suspend: put('/api/licenses/:id/suspension', {
    ...byAdmin,
    summary: 'Suspend a license: products that need it are refused',
    params: IdParams,
    body: z.object({ __v: z.int(), why: requiredLines(300, 'The reason') }),
    reply: Message,
    done: 'License suspended',
  }),
  remove: del('/api/licenses/:id', {
    ...byAdmin,
    summary: 'Remove a license that was recorded additionally',
    params: IdParams,
    query: z.object({ __v: z.coerce.number() }),
    reply: Message,
    done: 'License removed',
  }),
}
