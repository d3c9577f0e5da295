import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { Id, IdParams, Message, requiredLines, requiredText, text } from '#shared/wire.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import {
  LicenseDay,
  dayMessage,
  License,
  LicenseFields,
  licenseFilters,
  ListedLicense,
  OwnLicense,
} from './license-shapes.ts'
import { PageNumber } from '#shared/page-number.ts'

const byAdmin = { access: 'admin', isConfirmed: true } as const

const Saved = z.extend(Message, { _id: z.string(), needsProof: z.boolean() })

export const LicenseVerification = z.object({
  __v: z.int(),
  source: requiredText(300, 'Source'),
  /** That DEA issued a number that fails its check digit. */
  proof: z._default(text(300, 'Proof'), ''),
  /** The new expiration date, if it was renewed. */
  expiresOn: z.optional(LicenseDay),
  /** That name and address of a registration, if they differ from the ship-to’s, are of this location. */
  isLocationConfirmed: z._default(z.boolean(), false),
})

/** Licenses and registrations of customers, and our own. */
export const licenses = {
  list: get('/api/licenses', {
    access: 'admin',
    summary: 'Licenses and registrations of a customer’s business or, without a customer, our own',
    query: z.object({ forUser: z.optional(Id) }),
    reply: z.array(License),
  }),
  own: get('/api/licenses/own', {
    access: 'customer',
    summary: 'Licenses and registrations of the caller’s business',
    reply: z.array(OwnLicense),
  }),
  search: get('/api/licenses/search', {
    access: 'admin',
    summary: 'All licenses of active customers and our own by state, soonest expiry first, 50 per page',
    query: z.object({
      page: PageNumber,
      only: z.optional(z.enum(licenseFilters)),
      q: z._default(z.string().check(z.maxLength(200)), ''),
    }),
    reply: z.object({
      rows: z.array(ListedLicense),
      counts: z.object({
        all: z.number(),
        expired: z.number(),
        expiring: z.number(),
        unverified: z.number(),
        suspended: z.number(),
        renewal: z.number(),
        difference: z.number(),
      }),
    }),
  }),
  addFile: post('/api/licenses/:id/files', {
    access: 'signedIn',
    isOrdering: true,
    limits: [{ name: 'license-file', per: 'caller', most: 60, seconds: 3_600 }],
    summary:
      'Attach a copy of a license (multipart, field file: PDF, PNG, JPEG or WebP). With renewedUntil it is a renewal, which counts once an admin verifies it',
    params: IdParams,
    query: z.object({ renewedUntil: z.optional(plausibleDay(dayMessage)) }),
    reply: z.extend(Message, { _id: z.string() }),
    status: 201,
  }),
  file: get('/api/licenses/files/:id', {
    access: 'signedIn',
    summary: 'A copy of a license; files of other businesses are answered with 404',
    params: IdParams,
    reply: z.unknown(),
  }),
  declineRenewal: put('/api/licenses/files/:id/declined', {
    ...byAdmin,
    summary: 'Decline a renewal and email its sender why',
    params: IdParams,
    body: z.object({ why: requiredLines(300, 'The reason') }),
    reply: Message,
    done: 'Renewal declined',
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
