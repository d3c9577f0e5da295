import * as z from 'zod/mini'
import { Moment, requiredText } from '#shared/wire.ts'

export const verdicts = ['new', 'changed', 'unchanged', 'refused'] as const
const importStates = ['sending', 'ready', 'applying', 'stopped', 'done', 'undoing', 'undone'] as const

/** Products, prices of businesses, the entries of a price list, pictures by the names of their files, and customers. */
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
  /** Where the sheet says something else than what comes of it. */
  why: z.optional(z.string()),
})

export const shownFields = {
  ndcNumber: z.string(),
  name: z.string(),
  reason: z.optional(z.string()),
  changes: z.optional(z.array(FieldChange)),
  /** What a person should look at: the row is left out until somebody ticks it. */
  notes: z.optional(z.array(z.string())),
  /** Cells that cannot be read: their fields stay as they are, the rest of the row goes on. */
  unread: z.optional(z.array(z.string())),
  /** Of contract prices: whose. */
  customer: z.optional(z.string()),
  listPrice: z.optional(z.number()),
  /** By how many percent the new price differs from the list price. */
  difference: z.optional(z.number()),
}
const ShownRow = z.object(shownFields)
export type ShownRow = z.infer<typeof ShownRow>

export const ImportRow = z.extend(ShownRow, {
  row: z.number(),
  verdict: z.enum(verdicts),
  /** Of a row with notes: whether somebody ticked it. */
  isTaken: z.optional(z.boolean()),
  /** After an undo: why it was not taken back. */
  kept: z.optional(z.string()),
  /** What became of the picture that it names by an address elsewhere. */
  picture: z.optional(z.object({ state: z.enum(['waiting', 'fetched', 'failed', 'dropped']), problem: z.string() })),
})
export type ImportRow = z.infer<typeof ImportRow>

const ImportCounts = z.object({
  new: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  noted: z.number(),
  /** Rows with cells that cannot be read. */
  partial: z.number(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** How the rows are meant, as it is kept with an import. */
export interface ImportSettings {
  publish: boolean
  elevenDigits: boolean
  /** When the stock in the file was counted; null for the moment it was sent up. */
  countedAt: string | null
  /** Contract prices of one product, or of one customer. */
  productId: string | null
  businessId: string | null
  /** The price list whose entries they are; imports of before lists know none. */
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
  /** Whether new products can be ordered at once, where the sheet does not say. */
  publish: z._default(z.boolean(), true),
  /** Whether NDCs of digits alone have 11 in this file: then shorter ones have lost their zeros. */
  elevenDigits: z._default(z.boolean(), false),
  countedAt: z._default(z.nullable(z.iso.datetime('The stock date must be a date and time.')), null),
  productId: z._default(z.nullable(z.uuid('There is no record with this id.')), null),
  userId: z._default(z.nullable(z.uuid('There is no record with this id.')), null),
  priceListId: z._default(z.nullable(z.uuid('There is no record with this id.')), null),
})
export type NewImport = z.infer<typeof NewImport>

/** Rows as they are sent: the fields once, and for each row its number and its cells in their order, texts, numbers and flags. */
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

/** Of how many names, prices or stocks a file changes how many by a wide margin. */
const Margin = z.object({ what: z.enum(['names', 'prices', 'stocks']), far: z.number(), of: z.number() })
export type Margin = z.infer<typeof Margin>

export const ToConfirm = z.object({
  /** How many rows do so: sent back by whoever agrees. */
  rows: z.number(),
  margins: z.array(Margin),
})
export type ToConfirm = z.infer<typeof ToConfirm>

export const Import = z.object({
  _id: z.string(),
  kind: z.enum(importedKinds),
  fileName: z.string(),
  /** The one product, customer or price list whose prices they are; empty otherwise. */
  about: z.string(),
  owner: z.string(),
  state: z.enum(importStates),
  rowCount: z.number(),
  received: z.number(),
  counts: ImportCounts,
  /** How many of the rows to look at were ticked; the others are left out. */
  taken: z.number(),
  /** Said of a file that changes most of what it touches, before it is applied. */
  confirm: z.optional(ToConfirm),
  result: z.omit(ImportCounts, { noted: true, partial: true }),
  /** How many rows were applied, or taken back, of how many. */
  done: z.number(),
  toDo: z.number(),
  undone: z.number(),
  kept: z.number(),
  countedAt: z.nullable(z.string()),
  problem: z.string(),
  /** Pictures that come after the rows: from addresses elsewhere, or out of the archive. */
  pictures: z.object({ waiting: z.number(), fetched: z.number(), failed: z.number() }),
  createdAt: Moment,
  startedAt: z.nullable(Moment),
  finishedAt: z.nullable(Moment),
})
export type Import = z.output<typeof Import>
