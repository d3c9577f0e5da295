import * as z from 'zod/mini'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Id, lines, Moment, requiredText, text } from '#shared/wire.ts'

const licenseKinds = ['state', 'dea', 'controlled', 'list-one'] as const
const licenseStatuses = ['unverified', 'verified', 'suspended'] as const
/** N is non-narcotic. */
const registrationSchedules: readonly string[] = ['2', '2N', '3', '3N', '4', '5']

const dayMessage = 'Enter a date like 2027-12-31.'
/** An empty field means no date. */
const Day = z.pipe(
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

/** What a license says, as entered from the document. */
export const LicenseFields = z
  .object({
    kind: z.enum(licenseKinds, 'Choose the kind of license.'),
    /** The warehouse of our own license. */
    warehouse: z._default(text(80, 'Warehouse'), ''),
    /** The ship-to address it is for; omitted for the business’s own address. */
    shipToId: z.optional(z.nullable(Id)),
    state: State,
    number: requiredText(60, 'Number'),
    authority: z._default(text(120, 'Authority'), ''),
    schedules: z._default(Schedules, []),
    activity: z._default(text(120, 'Business activity'), ''),
    expiresOn: z._default(Day, null),
    /** When the holder filed for renewal, with the proof. */
    renewalFiledOn: z._default(Day, null),
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
  schedules: z.array(z.string()),
  activity: z.string(),
  expiresOn: z.nullable(z.string()),
  renewalFiledOn: z.nullable(z.string()),
  renewalProof: z.string(),
  status: z.enum(licenseStatuses),
  verifiedAt: z.nullable(Moment),
  verifiedAgainst: z.string(),
  suspendedWhy: z.string(),
  /** The DEA number fails its check digit: verifying it requires proof. */
  needsProof: z.boolean(),
  __v: z.number(),
})
export type License = z.infer<typeof License>
