import * as z from 'zod/mini'
import { accountNumber } from '#shared/account-number.ts'
import { listShape } from '#shared/filters.ts'
import { SignedInUser } from '#shared/signed-in-user.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Email, Id, lines, Moment, requiredText, text } from '#shared/wire.ts'
import { fieldLabels, type UserField } from './field-shapes.ts'

/** `isActive` is part of the call and never believed. */
export const SignIn = z.object({
  email: z.string('Invalid email or password').check(z.maxLength(254)),
  password: z.string('Invalid email or password').check(z.maxLength(256)),
  isActive: z.optional(z.unknown()),
})

const Address = {
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

export const licenseStates = ['none', 'valid', 'expiring', 'expired'] as const

/** Where a customer's goods and bills go, read-only at checkout. */
export const AddressProfile = z.object({
  _id: z.string(),
  name: z.string(),
  lastName: z.string(),
  email: z.string(),
  companyName: z.string(),
  accountID: z.string(),
  licenseExpiryDate: z.nullable(z.string()),
  /** How it stands today; orders after its last day are held. */
  licenseState: z.enum(licenseStates),
  ...Address,
})
export type AddressProfile = z.infer<typeof AddressProfile>

/** One line of the customer chooser: what a sales rep may know of a customer. */
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
  /** For whom of the business an order can be; said where rows are businesses. */
  people: z.optional(z.array(z.object({ _id: z.string(), name: z.string(), lastName: z.string(), email: z.string() }))),
})
export type UserRow = z.infer<typeof UserRow>

/** All that is told of a user, never the password; `__v` counts the changes. */
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
  isExistingCustomer: z.boolean(),
  /** False for an invited colleague who has not chosen a password yet. */
  hasPassword: z.boolean(),
  /** Whether somebody followed a link that was mailed to the address. */
  isEmailProven: z.boolean(),
  createdAt: Moment,
  __v: z.number(),
})
export type User = z.infer<typeof User>

export const UserSearch = z.object({
  /** Words of name, company, account or e-mail; all of them must match. */
  query: z._default(z.string().check(z.maxLength(200)), ''),
  /** True for active customers only: those whom an order can be for. */
  customers: z._default(z.stringbool(), false),
  /** True for one row a business, by the first of its people for whom an order can be, with all of them inside. */
  businesses: z._default(z.stringbool(), false),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  pageSize: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
})

/** A business, by the first of its people who may sign in. */
export const CustomerRow = z.extend(User, {
  /** Who signs in for it, the one of this row first; twenty at most. */
  people: z.array(
    z.object({ _id: z.string(), name: z.string(), lastName: z.string(), email: z.string(), isActive: z.boolean() }),
  ),
  countPeople: z.number(),
  licenseState: z.enum(licenseStates),
  /** The account ID is what an applicant says; it is his only once he is accepted. */
  isClaim: z.boolean(),
  /** Of the business, as are the sums. */
  lastOrderAt: z.nullable(Moment),
  /** What was ordered in the last twelve months. */
  salesOfYear: z.number(),
  /** What is owed beyond its day, as far as the ERP told. */
  overdue: z.array(z.object({ currency: z.string(), amount: z.number() })),
  /** The latest of what the staff noted. */
  lastNote: z.nullable(z.object({ text: z.string(), author: z.string(), createdAt: Moment })),
})
export type CustomerRow = z.infer<typeof CustomerRow>

export const customerList = listShape({
  filters: ['any', 'company', 'name', 'email', 'account', 'state', 'status', 'license'],
  sorts: ['company', 'name', 'email', 'account', 'createdAt', 'license'],
  sort: '-createdAt',
})

export const staffList = listShape({
  filters: ['any', 'name', 'email', 'company', 'account', 'role', 'status'],
  sorts: ['name', 'email', 'company', 'account', 'createdAt'],
  sort: 'name',
})

export const Notifications = z.object({ inActiveCustomers: z.number() })

/** A new password; common ones are refused by the server too. */
export const NewPassword = z
  .string('Password is required.')
  .check(
    z.minLength(1, 'Password is required.'),
    z.minLength(8, 'A password needs at least 8 characters.'),
    z.maxLength(128, 'A password can have at most 128 characters.'),
  )

const Day = z.pipe(
  z.transform((given: string | null | undefined) =>
    typeof given === 'string' ? given.trim().slice(0, 10) || null : (given ?? null),
  ),
  z.nullable(plausibleDay('This is not a date.')),
)

const accountId = (max: number) => text(max, 'Account ID').check(z.overwrite(accountNumber))

const phoneMessage = 'Enter a phone number with its area code, such as (617) 555-0142.'

/** Of whatever country, with or without an extension. */
const Phone = requiredText(50, 'Phone').check(
  z.regex(/^[\d\s()+./*#,-]*(?:\s*(?:x|ext|extension)\b[.:]?\s*\d+)?$/i, phoneMessage),
  z.refine((typed) => (typed.match(/\d/g) ?? []).length >= 7, phoneMessage),
)

const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** Whoever applies has a license that is valid now: of yesterday it may still be today somewhere. */
const ValidUntil = Day.check(
  z.refine(
    (until) => until === null || until >= yesterday(),
    'This license has expired. Enter the last day of the one that is valid now.',
  ),
)

/** The sign-up payload; whatever else it carries, such as `isActive`, is not believed. */
export const SignUp = z.object({
  companyName: requiredText(200, 'Company Name'),
  name: requiredText(100, 'First Name'),
  lastName: requiredText(100, 'Last Name'),
  email: Email,
  phone: Phone,
  license: z._default(text(100, 'License'), ''),
  password: NewPassword,
  isActive: z.optional(z.unknown()),
})
export type SignUp = z.infer<typeof SignUp>

/** The account id is a claim until an admin accepts the request, or anyone could read another business's invoices. */
export const SignUpExisting = z.extend(SignUp, {
  accountID: accountId(50).check(z.minLength(1, 'Account ID is required.')),
  GLNNumber: z._default(text(50, 'Top Level GLN'), ''),
  GS1Number: z._default(text(50, 'Location GLN'), ''),
  licenseType: z._default(text(100, 'License Type'), ''),
  licenseAddress: z._default(text(300, 'License Address'), ''),
  licenseName: z._default(text(200, 'Issuing Authority'), ''),
  licenseExpiryDate: z.optional(ValidUntil),
  agreesToTerms: z.literal(true, 'Agree to the terms to continue.'),
})
export type SignUpExisting = z.infer<typeof SignUpExisting>

const addressFields = Object.keys(Address) as (keyof typeof Address)[]
/** What Edit Customer requires: all of them. */
export const customerFields = Object.keys(fieldLabels) as UserField[]
export const salesRepFields = ['name', 'lastName', 'accountID', 'companyName', 'email'] as const
export const approvalFields = [...addressFields, 'license'] as const

const optionalText = (max: number, label: string) => z.optional(text(max, label))

const everyField = Object.fromEntries(
  customerFields.map((field) => [field, optionalText(300, fieldLabels[field])]),
  // One entry for each field.
) as Record<UserField, ReturnType<typeof optionalText>>

/** One body for three forms: what is absent stays as it is. Roles other than `isAdmin` have calls of their own. */
export const UserChanges = z.object({
  ...everyField,
  accountID: z.optional(accountId(300)),
  email: z.optional(Email),
  licenseExpiryDate: z.optional(Day),
  customerid: optionalText(50, 'Customer id'),
  isAdmin: z.optional(z.boolean('isAdmin must be true or false.')),
  isActive: z.optional(z.boolean('isActive must be true or false.')),
  /** The version the form was filled from: a stale one is refused. */
  __v: z.optional(z.number().check(z.int())),
})
export type UserChanges = z.infer<typeof UserChanges>

/** `currentPassword` is needed for a new e-mail or password, unless the sign-in is fresh. */
export const Profile = z.object({
  name: requiredText(100, 'Name'),
  email: Email,
  password: z.optional(z.union([z.literal(''), NewPassword])),
  currentPassword: z.optional(z.string().check(z.maxLength(256))),
})

export const ChangedProfile = z.object({
  message: z.string(),
  ...z.omit(SignedInUser, { token: true }).shape,
  /** A new one when the old sessions ended with the change. */
  token: z.optional(z.string()),
})

export const ResetPassword = z.object({
  email: Email,
  pass: NewPassword,
  key: z.string('Key is required.').check(z.trim(), z.minLength(1, 'Key is required.'), z.maxLength(200)),
})

const roles = ['admin', 'salesRep'] as const

export const Invitation = z.object({
  role: z.enum(roles, 'Choose a role.'),
  name: requiredText(100, 'First Name'),
  lastName: requiredText(100, 'Last Name'),
  email: Email,
  accountID: z._default(accountId(50), ''),
  companyName: z._default(text(200, 'Company Name'), ''),
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
/** The business that bears the account number already, of which the admin was told: the user joins it. */
export const Joining = z.object({ joins: z.optional(Id) })

/** The reason is needed for an applicant who has not confirmed the address. */
export const Accepting = z.extend(Joining, Reason.shape)

export const EmailKey = z.object({
  key: z.string('Key is required.').check(z.minLength(1, 'Key is required.'), z.maxLength(200)),
})
export const MessageAndChange = z.object({
  message: z.string(),
  isChange: z.boolean(),
  /** The link did its work before. */
  wasConfirmed: z.optional(z.boolean()),
})

/** The address whose link nobody has followed yet: a new one, or the only one. */
export const EmailProof = z.object({
  waiting: z.nullable(z.object({ email: z.string(), isChange: z.boolean() })),
})
export type EmailProof = z.infer<typeof EmailProof>

export const EmailParams = z.object({ email: Email })
export const MessageAndUser = z.object({ message: z.string(), user: User })
