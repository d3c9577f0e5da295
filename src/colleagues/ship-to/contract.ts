import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Id, IdParams, Message, requiredText, text } from '#shared/wire.ts'

export const maxAddresses = 50

const State = (label: string) =>
  requiredText(2, label).check(z.toUpperCase(), z.regex(/^[A-Z]{2}$/, `${label}: two letters, such as MA.`))

const dayMessage = 'Enter a date like 2027-12-31.'

/** An empty field means no date. */
const Day = z.pipe(
  z.nullable(z.union([z.literal(''), plausibleDay(dayMessage)], dayMessage)),
  z.transform((day: string | null) => day || null),
)

/** A ship-to address, with the license that its state may require. */
export const ShipToFacts = z.object({
  name: requiredText(120, 'Name'),
  address1: requiredText(200, 'Street'),
  city: requiredText(80, 'City'),
  state: State('State'),
  zip: requiredText(20, 'ZIP code'),
  country: requiredText(3, 'Country'),
  licenseNumber: z._default(text(60, 'License number'), ''),
  licenseState: z._default(
    text(2, 'License state').check(
      z.toUpperCase(),
      z.regex(/^([A-Z]{2})?$/, 'License state: two letters, such as MA.'),
    ),
    '',
  ),
  licenseExpiresOn: z._default(Day, null),
})
export type ShipToFacts = z.output<typeof ShipToFacts>

const ShipTo = z.object({
  _id: z.string(),
  name: z.string(),
  address1: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  licenseNumber: z.string(),
  licenseState: z.string(),
  licenseExpiresOn: z.nullable(z.string()),
  needsLicense: z.boolean(),
  isVerified: z.boolean(),
  /** Why an order to this address would be on hold today; empty if it would not. */
  holdReason: z.string(),
  /** The id of the address in the ERP; for admins only. */
  erpAddress: z.string(),
  __v: z.number(),
})
export type ShipTo = z.infer<typeof ShipTo>

export const Verification = z.object({
  __v: z.int(),
  needsLicense: z.boolean('Choose whether the state requires a license.'),
  erpAddress: requiredText(70, 'Address ID in the ERP').check(
    z.regex(/^[\w-]+$/, 'Address ID in the ERP: letters, digits and dashes.'),
  ),
})

/** Addresses of other businesses are answered with 404; staff see those of every customer. */
export const shipTos = {
  list: get('/api/ship-to/:id', {
    access: 'signedIn',
    summary: 'Additional ship-to addresses of a business',
    params: IdParams,
    reply: z.array(ShipTo),
  }),
  add: post('/api/ship-to/:id', {
    access: 'signedIn',
    isOrdering: true,
    summary: 'Submit an additional ship-to address for a business; it can be used once verified',
    params: IdParams,
    body: ShipToFacts,
    reply: z.extend(Message, { _id: z.string() }),
    status: 201,
  }),
  change: put('/api/ship-to/addresses/:id', {
    access: 'manager',
    isConfirmed: true,
    summary: 'Change an additional ship-to address; it must be verified again',
    params: z.object({ id: Id }),
    body: z.extend(ShipToFacts, { __v: z.int() }),
    reply: Message,
    done: 'Address saved',
  }),
  remove: del('/api/ship-to/addresses/:id', {
    access: 'manager',
    isConfirmed: true,
    summary: 'Remove an additional ship-to address; existing orders keep it',
    params: z.object({ id: Id }),
    reply: Message,
    done: 'Address removed',
  }),
  verify: put('/api/ship-to/addresses/:id/verification', {
    access: 'admin',
    isConfirmed: true,
    summary:
      'Verify an additional ship-to address and set its address ID in the ERP; refused if it changed since it was read',
    params: z.object({ id: Id }),
    body: Verification,
    reply: Message,
    done: 'Address verified',
  }),
}
