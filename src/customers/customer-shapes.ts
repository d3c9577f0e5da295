import * as z from 'zod/mini'
import { accountNumber } from '#shared/account-number.ts'
import { listShape } from '#shared/filters.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Email, Id, Moment, requiredText, text } from '#shared/wire.ts'
import { Address, NewPassword, Reason, User } from '#identity/account-shapes.ts'
import { fieldLabels, type UserField } from '#identity/field-shapes.ts'

export const licenseStates = ['none', 'valid', 'expiring', 'expired'] as const

/** Ship-to and bill-to addresses of a customer, read-only at checkout. */
export const AddressProfile = z.object({
  _id: z.string(),
  name: z.string(),
  lastName: z.string(),
  email: z.string(),
  companyName: z.string(),
  accountID: z.string(),
  licenseExpiryDate: z.nullable(z.string()),
  /** License state today; orders after the last day are placed on hold. */
  licenseState: z.enum(licenseStates),
  ...Address,
})
export type AddressProfile = z.infer<typeof AddressProfile>

export const UserSearch = z.object({
  /** Words in name, company, account or email; all must match. */
  query: z._default(z.string().check(z.maxLength(200)), ''),
  /** True for active customers only. */
  customers: z._default(z.stringbool(), false),
  /** True for one row per business: its first user who can have orders, with all such users in `people`. */
  businesses: z._default(z.stringbool(), false),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  pageSize: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
})

const Colleague = z.object({
  _id: z.string(),
  name: z.string(),
  lastName: z.string(),
  email: z.string(),
  isActive: z.boolean(),
})

/** A business, represented by its first user, active ones before others. */
export const CustomerRow = z.extend(User, {
  /** Users of the business, the one of this row first; at most twenty. */
  people: z.array(z.extend(Colleague, { mayOrder: z.boolean() })),
  countPeople: z.number(),
  licenseState: z.enum(licenseStates),
  /** The account ID is only claimed by an applicant and not accepted yet. */
  isClaim: z.boolean(),
  /** Of the business, like the totals. */
  lastOrderAt: z.nullable(Moment),
  /** Order total of the last twelve months. */
  salesOfYear: z.number(),
  /** Overdue amounts reported by the ERP. */
  overdue: z.array(z.object({ currency: z.string(), amount: z.number() })),
  /** The latest staff note. */
  lastNote: z.nullable(z.object({ text: z.string(), author: z.string(), createdAt: Moment })),
})
export type CustomerRow = z.infer<typeof CustomerRow>

/** A business with the number of its records, as seen from one of its users. */
export const CustomerRecord = z.extend(CustomerRow, {
  counts: z.object({ prices: z.number(), orders: z.number(), invoices: z.number() }),
})
export type CustomerRecord = z.infer<typeof CustomerRecord>

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

const Day = z.pipe(
  z.transform((given: string | null | undefined) =>
    typeof given === 'string' ? given.trim().slice(0, 10) || null : (given ?? null),
  ),
  z.nullable(plausibleDay('This is not a date.')),
)

const accountId = (max: number) => text(max, 'Account ID').check(z.overwrite(accountNumber))

const phoneMessage = 'Enter a phone number with its area code, such as (617) 555-0142.'

/** Any country, with or without an extension. */
const Phone = requiredText(50, 'Phone').check(
  z.regex(/^[\d\s()+./*#,-]*(?:\s*(?:x|ext|extension)\b[.:]?\s*\d+)?$/i, phoneMessage),
  z.refine((typed) => (typed.match(/\d/g) ?? []).length >= 7, phoneMessage),
)

const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** Applicants need a valid license. Yesterday is accepted because it may still be today in another time zone. */
const ValidUntil = Day.check(
  z.refine(
    (until) => until === null || until >= yesterday(),
    'This license has expired. Enter the last day of the one that is valid now.',
  ),
)

/** The sign-up body; other fields, such as `isActive`, are ignored. */
export const SignUp = z.object({
  companyName: requiredText(200, 'Company Name'),
  name: requiredText(100, 'First Name'),
  lastName: requiredText(100, 'Last Name'),
  email: Email,
  phone: Phone,
  license: z._default(text(100, 'License'), ''),
  deaNumber: z.optional(text(20, 'DEA number')),
  /** A copy of the license, at most 2 MB, in base64. */
  licenseFile: z.optional(
    z.object({
      name: text(200, 'File name'),
      content: z
        .base64('Send the file in base64.')
        .check(z.maxLength(2_800_000, 'The file is too large. The limit is 2 MB.')),
    }),
  ),
  password: NewPassword,
  isActive: z.optional(z.unknown()),
})
export type SignUp = z.infer<typeof SignUp>

/** The account ID is a claim until an admin accepts it; else anyone could read another business’s invoices. */
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
/** Edit Customer requires all fields. */
export const customerFields = Object.keys(fieldLabels) as UserField[]
export const salesRepFields = ['name', 'lastName', 'accountID', 'companyName', 'email'] as const
export const approvalFields = [...addressFields, 'license'] as const

const optionalText = (max: number, label: string) => z.optional(text(max, label))

const everyField = Object.fromEntries(
  customerFields.map((field) => [field, optionalText(300, fieldLabels[field])]),
  // One entry for each field.
) as Record<UserField, ReturnType<typeof optionalText>>

/** One body for three forms; omitted fields stay unchanged. Roles other than `isAdmin` and `isReadOnly` have their own endpoints. */
export const UserChanges = z.object({
  ...everyField,
  accountID: z.optional(accountId(300)),
  email: z.optional(Email),
  licenseExpiryDate: z.optional(Day),
  customerid: optionalText(50, 'Customer id'),
  isAdmin: z.optional(z.boolean('isAdmin must be true or false.')),
  isReadOnly: z.optional(z.boolean('isReadOnly must be true or false.')),
  isActive: z.optional(z.boolean('isActive must be true or false.')),
  /** The version the form was loaded with; a stale version is refused. */
  __v: z.optional(z.number().check(z.int())),
})
export type UserChanges = z.infer<typeof UserChanges>

const roles = ['admin', 'director', 'salesRep'] as const

export const Invitation = z.object({
  role: z.enum(roles, 'Choose a role.'),
  name: requiredText(100, 'First Name'),
  lastName: requiredText(100, 'Last Name'),
  email: Email,
  accountID: z._default(accountId(50), ''),
  companyName: z._default(text(200, 'Company Name'), ''),
})

/** The business that has the account number already, confirmed by the admin; the user joins it. */
export const Joining = z.object({ joins: z.optional(Id) })

/** The reason is required for applicants with an unconfirmed email address. */
export const Accepting = z.extend(Joining, Reason.shape)

export const MessageAndUser = z.object({ message: z.string(), user: User })

/** Details of the 409 for an account number that belongs to another business and requires confirmation. */
export const TakenNumber = z.object({
  business: z.object({
    _id: z.string(),
    companyName: z.string(),
    accountID: z.string(),
    users: z.array(Colleague),
  }),
})
export type TakenNumber = z.infer<typeof TakenNumber>
