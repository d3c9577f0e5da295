import * as z from 'zod/mini'
import { SignedInUser } from '#shared/signed-in-user.ts'
import { Email, lines, Moment, requiredText } from '#shared/wire.ts'

/** The specification's call includes `isActive`; the server ignores it. */
export const SignIn = z.object({
  email: z.string('Invalid email or password').check(z.maxLength(254)),
  password: z.string('Invalid email or password').check(z.maxLength(256)),
  isActive: z.optional(z.unknown()),
})

export const Address = {
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
}

/** One row of the customer chooser: the customer fields that a sales rep may see. */
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
  /** The people of the business who can order; present where rows are businesses. */
  people: z.optional(z.array(z.object({ _id: z.string(), name: z.string(), lastName: z.string(), email: z.string() }))),
})
export type UserRow = z.infer<typeof UserRow>

/** A user as the API returns it, never with the password; `__v` is the version for stale checks. */
export const User = z.object({
  ...UserRow.shape,
  ...Address,
  phone: z.string(),
  license: z.string(),
  licenseType: z.string(),
  licenseName: z.string(),
  licenseAddress: z.string(),
  licenseExpiryDate: z.nullable(z.string()),
  GLNNumber: z.string(),
  GS1Number: z.string(),
  customerid: z.string(),
  /** A director: an admin who may change nothing. */
  isReadOnly: z.boolean(),
  isExistingCustomer: z.boolean(),
  /** False for an invited colleague who has not chosen a password yet. */
  hasPassword: z.boolean(),
  /** Whether the user confirmed the address by following an emailed link. */
  isEmailProven: z.boolean(),
  createdAt: Moment,
  __v: z.number(),
})
export type User = z.infer<typeof User>

/** A new password; the server also refuses common ones. */
export const NewPassword = z
  .string('Password is required.')
  .check(
    z.minLength(1, 'Password is required.'),
    z.minLength(8, 'A password needs at least 8 characters.'),
    z.maxLength(128, 'A password can have at most 128 characters.'),
  )

/** `currentPassword` is required for a new email or password, unless the sign-in is recent. */
export const Profile = z.object({
  name: requiredText(100, 'Name'),
  email: Email,
  password: z.optional(z.union([z.literal(''), NewPassword])),
  currentPassword: z.optional(z.string().check(z.maxLength(256))),
})

export const ChangedProfile = z.object({
  message: z.string(),
  ...z.omit(SignedInUser, { token: true }).shape,
  /** A new token when the change ended the existing sessions. */
  token: z.optional(z.string()),
})

export const ResetPassword = z.object({
  email: Email,
  pass: NewPassword,
  key: z.string('Key is required.').check(z.trim(), z.minLength(1, 'Key is required.'), z.maxLength(200)),
})

export const Session = z.object({
  _id: z.string(),
  createdAt: Moment,
  lastSeenAt: Moment,
  ip: z.string(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const Reason = z.object({ reason: z._default(lines(500, 'The reason'), '') })

export const EmailKey = z.object({
  key: z.string('Key is required.').check(z.minLength(1, 'Key is required.'), z.maxLength(200)),
})
export const MessageAndChange = z.object({
  message: z.string(),
  isChange: z.boolean(),
  /** True when the link had already been used. */
  wasConfirmed: z.optional(z.boolean()),
})

/** The unconfirmed address, if there is one: a requested new address, or the account's only one. */
export const EmailProof = z.object({
  waiting: z.nullable(z.object({ email: z.string(), isChange: z.boolean() })),
})
export type EmailProof = z.infer<typeof EmailProof>

export const EmailParams = z.object({ email: Email })
