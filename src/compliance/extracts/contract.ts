import * as z from 'zod/mini'
import { get, post } from '#shared/endpoint.ts'
import { dayOrders } from './read-board-day.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Id, IdParams, Message, Moment, requiredText } from '#shared/wire.ts'

export const maxExtractRows = 20_000

const cell = z._default(z.string().check(z.maxLength(400)), '')

/** Columns that the extract lacks are empty. */
const Row = z.object({
  number: z.string().check(z.maxLength(100)),
  name: cell,
  address: cell,
  status: cell,
  expiresOn: cell,
})

export const boardKinds = ['state', 'controlled'] as const
const Kind = z.enum(boardKinds, 'Choose the kind of license.')
const State = requiredText(2, 'State').check(z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'State: two letters, such as MA.'))

/** About the extract itself, as typed. */
export const ExtractFacts = z.object({
  state: State,
  kind: Kind,
  fileName: requiredText(200, 'File name'),
  publishedOn: plausibleDay('Enter the date of the extract like 2026-11-27.'),
})

export const Extract = z.object({
  _id: z.string(),
  state: z.string(),
  kind: Kind,
  fileName: z.string(),
  publishedOn: z.string(),
  rows: z.number(),
  uploadedAt: Moment,
  uploadedBy: z.string(),
  matches: z.number(),
  differs: z.number(),
  missing: z.number(),
  confirmed: z.number(),
})
export type Extract = z.infer<typeof Extract>

const CheckedLicense = z.object({
  _id: z.string(),
  number: z.string(),
  /** The customer, with a user for links; null for our own license. */
  business: z.nullable(z.object({ userId: z.string(), name: z.string() })),
  place: z.string(),
  expiresOn: z.nullable(z.string()),
  outcome: z.enum(['matches', 'differs', 'missing']),
  differences: z.array(z.object({ field: z.string(), ours: z.string(), theirs: z.string() })),
  confirmedAt: z.nullable(Moment),
  /** It changed after the comparison, so that it can no longer be confirmed. */
  isChanged: z.boolean(),
})
export type CheckedLicense = z.infer<typeof CheckedLicense>

/** Extracts of State boards. A comparison verifies nothing until an admin confirms its matches. */
export const extracts = {
  keys: get('/api/licenses/extracts/keys', {
    access: 'admin',
    summary: 'Numbers and names of our records of a board, so that the browser sends only rows that may match',
    query: z.object({ state: State, kind: Kind }),
    reply: z.object({ numbers: z.array(z.string()), names: z.array(z.string()) }),
  }),
  list: get('/api/licenses/extracts', {
    access: 'admin',
    summary: 'The last 50 extracts, newest first',
    reply: z.array(Extract),
  }),
  byId: get('/api/licenses/extracts/:id', {
    access: 'admin',
    summary: 'An extract and the licenses that were compared with it: differences first, then missing ones and matches',
    params: IdParams,
    reply: z.extend(Extract, { licenses: z.array(CheckedLicense) }),
  }),
  compare: post('/api/licenses/extracts', {
    access: 'admin',
    isConfirmed: true,
    limits: [{ name: 'license-extract', per: 'caller', most: 60, seconds: 3_600 }],
    summary: 'Compare all licenses of a State with the rows of its board’s extract; verifies nothing',
    body: z.extend(ExtractFacts, {
      rows: z.array(Row).check(z.minLength(1, 'The extract has no rows.'), z.maxLength(maxExtractRows)),
      /** Rows of the whole file, if the caller left out those that cannot match. */
      rowCount: z.optional(z.int().check(z.gte(1), z.lte(10_000_000))),
      /** Of dates such as 03/04/2027; refused without it if the rows do not tell. */
      dayOrder: z.optional(z.enum(dayOrders, 'Choose whether dates have the month or the day first.')),
      /** Years of two digits, such as 06/30/27, are from 2000 to 2099; refused without it if there are some. */
      hasShortYears: z._default(z.boolean(), false),
    }),
    reply: z.extend(Message, { _id: z.string() }),
    status: 201,
  }),
  confirm: post('/api/licenses/extracts/:id/confirmation', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Record matches as verified by the extract; refused if one of the licenses changed since the comparison',
    params: IdParams,
    body: z.object({ licenses: z.array(Id).check(z.minLength(1, 'Choose licenses to confirm.'), z.maxLength(5_000)) }),
    reply: z.extend(Message, { confirmed: z.number() }),
  }),
}
