import * as z from 'zod/mini'
import { Moment, requiredText } from '#shared/wire.ts'

export const verdicts = ['new', 'changed', 'unchanged', 'refused'] as const
const importStates = ['sending', 'ready', 'applying', 'stopped', 'done', 'undoing', 'undone'] as const

/** `prices` are contract prices, and `list` has the entries of one price list. */
const importedKinds = ['products', 'prices', 'list', 'pictures', 'customers'] as const
export type ImportKindName = (typeof importedKinds)[number]

const maxImportedRows = 300_000
export const maxImportedPictures = 5_000
export const maxRowsPerPart = 2_000
export const importRowsPerPage = 50

const FieldChange = z.object({
  field: z.string(),
  before: z.string(),
  after: z.string(),
  /** Set if the result differs from the sheet. */
  why: z.optional(z.string()),
})

export const shownFields = {
  ndcNumber: z.string(),
  name: z.string(),
  reason: z.optional(z.string()),
  changes: z.optional(z.array(FieldChange)),
  /** Reasons for a review: the row is skipped until a user selects it. */
  notes: z.optional(z.array(z.string())),
  /** Cells that could not be read. Their fields stay unchanged; the rest of the row is applied. */
  unread: z.optional(z.array(z.string())),
  /** The customer of a contract price. */
  customer: z.optional(z.string()),
  listPrice: z.optional(z.number()),
  /** The difference between the new price and the list price, in percent. */
  difference: z.optional(z.number()),
}
const ShownRow = z.object(shownFields)
export type ShownRow = z.infer<typeof ShownRow>

export const ImportRow = z.extend(ShownRow, {
  row: z.number(),
  verdict: z.enum(verdicts),
  /** Whether a user selected the row, for rows that need review. */
  isTaken: z.optional(z.boolean()),
  /** Why an undo did not revert the row. */
  kept: z.optional(z.string()),
  /** The state of the external picture that the row names. */
  picture: z.optional(z.object({ state: z.enum(['waiting', 'fetched', 'failed', 'dropped']), problem: z.string() })),
})
export type ImportRow = z.infer<typeof ImportRow>

const ImportCounts = z.object({
  new: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  noted: z.number(),
  /** Rows with cells that could not be read. */
  partial: z.number(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** Settings that are stored with an import. */
export interface ImportSettings {
  publish: boolean
  elevenDigits: boolean
  /** When the stock in the file was counted; null for the time of the upload. */
  countedAt: string | null
  /** Set for contract prices of one product or of one customer. */
  productId: string | null
  businessId: string | null
  /** The price list of the entries; missing in imports that are older than price lists. */
  priceListId?: string | null
  /** The name of that product, customer or list. */
  about: string
}

export const NewImport = z.object({
  kind: z.enum(importedKinds, 'Choose what to import: products, prices, a price list, pictures or customers.'),
  fileName: requiredText(300, 'The name of the file'),
  fingerprint: requiredText(4_000, 'The fingerprint'),
  rowCount: z
    .number('Send the number of rows.')
    .check(
      z.int('The number of rows must be a whole number.'),
      z.gte(1, 'The file has no rows.'),
      z.lte(maxImportedRows, 'At most 300,000 rows can be imported at a time.'),
    ),
  /** Whether new products are published if the sheet does not say. */
  publish: z._default(z.boolean(), true),
  /** Whether NDCs without dashes have 11 digits in this file. Shorter ones have then lost their leading zeros. */
  elevenDigits: z._default(z.boolean(), false),
  countedAt: z._default(z.nullable(z.iso.datetime('The stock date must be a date and time.')), null),
  productId: z._default(z.nullable(z.uuid('There is no record with this id.')), null),
  userId: z._default(z.nullable(z.uuid('There is no record with this id.')), null),
  priceListId: z._default(z.nullable(z.uuid('There is no record with this id.')), null),
})
export type NewImport = z.infer<typeof NewImport>

/** Rows as they are sent: the fields once, then for each row its number and its cells in that order. */
export const RowsPart = z.object({
  start: z.number('Send where the rows start.').check(z.int(), z.gte(0), z.lte(maxImportedRows)),
  fields: z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(40)),
  rows: z
    .array(z.array(z.unknown()).check(z.minLength(1), z.maxLength(41)), 'The rows must be a JSON array.')
    .check(
      z.minLength(1, 'There are no rows.'),
      z.maxLength(maxRowsPerPart, 'At most 2,000 rows can be sent at a time.'),
    ),
})
export type RowsPart = z.infer<typeof RowsPart>

/** How many names, prices or stocks a file sets, and how many of them change by a wide margin. */
const Margin = z.object({ what: z.enum(['names', 'prices', 'stocks']), far: z.number(), of: z.number() })
export type Margin = z.infer<typeof Margin>

export const ToConfirm = z.object({
  /** The number of rows that do so; the client sends it back to confirm. */
  rows: z.number(),
  margins: z.array(Margin),
})
export type ToConfirm = z.infer<typeof ToConfirm>

export const Import = z.object({
  _id: z.string(),
  kind: z.enum(importedKinds),
  fileName: z.string(),
  /** The name of the only product, customer or price list of the prices; empty otherwise. */
  about: z.string(),
  owner: z.string(),
  state: z.enum(importStates),
  rowCount: z.number(),
  received: z.number(),
  counts: ImportCounts,
  /** How many rows that need review are selected; the others are skipped. */
  taken: z.number(),
  /** Set until applied, for a file that changes most of the rows it touches. */
  confirm: z.optional(ToConfirm),
  result: z.omit(ImportCounts, { noted: true, partial: true }),
  /** The number of rows applied or reverted, of `toDo`. */
  done: z.number(),
  toDo: z.number(),
  undone: z.number(),
  kept: z.number(),
  countedAt: z.nullable(z.string()),
  problem: z.string(),
  /** Pictures that arrive after the rows: from external addresses, or from the archive. */
  pictures: z.object({ waiting: z.number(), fetched: z.number(), failed: z.number() }),
  createdAt: Moment,
  startedAt: z.nullable(Moment),
  finishedAt: z.nullable(Moment),
})
export type Import = z.output<typeof Import>
