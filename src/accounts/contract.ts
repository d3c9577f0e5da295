import * as z from 'zod/mini'
import { get, post } from '#shared/endpoint.ts'
import { Email, Message } from '#shared/wire.ts'

/** The user as the browser keeps it under `userInfo` (spec §3): nothing more than it needs. */
export const SignedInUser = z.object({
  _id: z.string(),
  name: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  email: z.string(),
  token: z.string(),
  isAdmin: z.boolean(),
  isSalesRep: z.boolean(),
})
export type SignedInUser = z.infer<typeof SignedInUser>

/** `isActive` is part of the specification's call and never believed. */
export const SignIn = z.object({
  email: z.string('Invalid email or password').check(z.maxLength(254)),
  password: z.string('Invalid email or password').check(z.maxLength(256)),
  isActive: z.optional(z.unknown()),
})

/** Where a customer's goods and bills go (spec §3), read-only at checkout. */
export const AddressProfile = z.object({
  _id: z.string(),
  name: z.string(),
  lastName: z.string(),
  email: z.string(),
  companyName: z.string(),
  accountID: z.string(),
  licenseExpiryDate: z.nullable(z.string()),
  shipto_name: z.string(),
  shipto_address1: z.string(),
  shipto_city: z.string(),
  shipto_state: z.string(),
  shipto_zip: z.string(),
  shipto_country: z.string(),
  billto_name: z.string(),
  billto_address1: z.string(),
  billto_city: z.string(),
  billto_state: z.string(),
  billto_zip: z.string(),
  billto_country: z.string(),
})
export type AddressProfile = z.infer<typeof AddressProfile>

/** One line of the customer chooser and of the back office's user list; reps receive customers only. */
export const UserRow = z.object({
  _id: z.string(),
  name: z.string(),
  lastName: z.string(),
  email: z.string(),
  companyName: z.string(),
  accountID: z.string(),
  isAdmin: z.boolean(),
  isSalesRep: z.boolean(),
  isActive: z.boolean(),
  shipto_city: z.string(),
  shipto_state: z.string(),
})
export type UserRow = z.infer<typeof UserRow>

export const UserSearch = z.object({
  /** Words of name, company, account or e-mail; all of them must match. */
  query: z._default(z.string().check(z.maxLength(200)), ''),
  /** True for active customers only: those whom an order can be for. */
  customers: z._default(z.stringbool(), false),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  pageSize: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
})

export const Notifications = z.object({ inActiveCustomers: z.number() })

export const accounts = {
  signIn: post('/api/users/signin', {
    access: 'anyone',
    summary: 'Sign in with email and password',
    body: SignIn,
    reply: SignedInUser,
  }),
  signOut: post('/api/users/signout', {
    access: 'signedIn',
    summary: 'End this session',
    reply: Message,
  }),
  list: get('/api/users', {
    access: 'staff',
    summary: 'Users for admins; active customers, reduced, for sales reps',
    query: UserSearch,
    reply: z.array(UserRow),
  }),
  byEmail: get('/api/users/UserByEmail/:email', {
    access: 'signedIn',
    summary: 'Ship-to and bill-to profile: one’s own, or a customer’s for staff',
    params: z.object({ email: Email }),
    reply: AddressProfile,
  }),
  notifications: get('/api/users/notifications/:email', {
    access: 'signedIn',
    summary: 'Number of customers waiting for approval (0 for everyone but admins)',
    params: z.object({ email: Email }),
    reply: Notifications,
  }),
}
