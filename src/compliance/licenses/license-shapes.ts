import * as z from 'zod/mini'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Id, lines, Moment, requiredText, text } from '#shared/wire.ts'

const licenseKinds = ['state', 'dea', 'controlled', 'list-one'] as const
const licenseStatuses = ['unverified', 'verified', 'suspended'] as const
/** N is non-narcotic. */
const registrationSchedules: readonly string[] = ['2', '2N', '3', '3N', '4', '5']

export const dayMessage = 'Enter a date like 2027-12-31.'
/** An empty field means no date. */
export const LicenseDay = z.pipe(
  z.nullable(z.union([z.literal(''), plausibleDay(dayMessage)], dayMessage)),
  z.transform((day: string | null) => day || null),
)

/** A list, or as typed: `3, 3N, 4`. */
const Schedules = z.pipe(
  z.transform((sent: unknown): unknown =>
    typeof sent === 'string'
      ? sent
          .toUpperCase()
          .split(/[\s,;]+/)
          .filter(Boolean)
      : sent,
  ),
  // Checked as a whole, so that the error is about the field.
  z
    .array(z.string())
    .check(
      z.refine(
        (sent) => sent.every((each) => registrationSchedules.includes(each)),
        'Schedules: 2, 2N, 3, 3N, 4 or 5.',
      ),
    ),
)

const State = z._default(
  text(2, 'State').check(z.toUpperCase(), z.regex(/^([A-Z]{2})?$/, 'State: two letters, such as MA.')),
  '',
)

/** An empty field means the business’s own address. */
const ShipToId = z._default(
  z.pipe(
    z.nullable(z.union([z.literal(''), Id], 'This is not a valid ID.')),
    z.transform((id: string | null) => id || null),
  ),
  null,
)

/** What a license says, as entered from the document. */
export const LicenseFields = z
  .object({
    kind: z.enum(licenseKinds, 'Choose the kind of license.'),
    /** The warehouse of our own license. */
    warehouse: z._default(text(80, 'Warehouse'), ''),
    /** The ship-to address it is for; omitted for the business’s own address. */
    shipToId: ShipToId,
    state: State,
    number: requiredText(60, 'Number'),
    authority: z._default(text(120, 'Authority'), ''),
    /** Name and address as the document has them. */
    holder: z._default(text(200, 'Name on the license'), ''),
    address: z._default(text(300, 'Address on the license'), ''),
    schedules: z._default(Schedules, []),
    activity: z._default(text(120, 'Business activity'), ''),
    expiresOn: z._default(LicenseDay, null),
    /** When the holder filed for renewal, with the proof. */
    renewalFiledOn: z._default(LicenseDay, null),
    renewalProof: z._default(lines(300, 'The proof'), ''),
  })
  .check(
    z.refine(({ kind, state }) => state !== '' || kind === 'dea' || kind === 'list-one', {
      error: 'Enter the State.',
      path: ['state'],
    }),
    z.refine(({ renewalFiledOn, renewalProof }) => (renewalFiledOn === null) === (renewalProof === ''), {
      error: 'Enter both the day the renewal was filed and its proof, or neither.',
      path: ['renewalProof'],
    }),
  )
export type LicenseFields = z.output<typeof LicenseFields>

const LicenseFile = z.object({
  _id: z.string(),
  name: z.string(),
  addedAt: Moment,
})

/** A renewal that was sent but not verified yet; it changes nothing. */
const Renewal = z.extend(LicenseFile, { renewedUntil: z.string() })

export const License = z.object({
  _id: z.string(),
  /** The license shown on the customer’s page. */
  isFirst: z.boolean(),
  kind: z.enum(licenseKinds),
  warehouse: z.string(),
  shipToId: z.nullable(z.string()),
  state: z.string(),
  number: z.string(),
  authority: z.string(),
  holder: z.string(),
  address: z.string(),
  /** Where it is for: the ship-to address, or the business’s own; null for our own. */
  location: z.nullable(z.object({ name: z.string(), address: z.string() })),
  /** What a registration says differently from its ship-to address; the verifier has to confirm it. */
  differs: z.array(z.enum(['name', 'address'])),
  files: z.array(LicenseFile),
  renewal: z.nullable(Renewal),
  schedules: z.array(z.string()),
  activity: z.string(),
  expiresOn: z.nullable(z.string()),
  renewalFiledOn: z.nullable(z.string()),
  renewalProof: z.string(),
  status: z.enum(licenseStatuses),
  verifiedAt: z.nullable(Moment),
  verifiedBy: z.string(),
  verifiedAgainst: z.string(),
  suspendedWhy: z.string(),
  /** Names of up to five other businesses with the same number; for the back office only. */
  sharedWith: z.array(z.string()),
  /** The DEA number fails its check digit: verifying it requires proof. */
  needsProof: z.boolean(),
  __v: z.number(),
})
export type License = z.infer<typeof License>

/** A license of the caller’s business. */
export const OwnLicense = z.extend(
  z.pick(License, {
    _id: true,
    kind: true,
    state: true,
    number: true,
    authority: true,
    location: true,
    files: true,
    renewal: true,
    schedules: true,
    expiresOn: true,
    renewalFiledOn: true,
    status: true,
    verifiedAt: true,
    verifiedAgainst: true,
  }),
  {
    /** Why we declined the last renewal; empty if we did not. */
    declinedWhy: z.string(),
  },
)
export type OwnLicense = z.infer<typeof OwnLicense>

export const licenseFilters = ['expired', 'expiring', 'unverified', 'suspended', 'renewal', 'difference'] as const
export type LicenseFilter = (typeof licenseFilters)[number]

export const ListedLicense = z.extend(License, {
  /** Null for our own. The user is one of the business, for links. */
  business: z.nullable(z.object({ userId: z.string(), name: z.string() })),
  /** What the last extract of its board says differently. */
  differences: z.array(z.object({ field: z.string(), ours: z.string(), theirs: z.string() })),
})
export type ListedLicense = z.infer<typeof ListedLicense>
