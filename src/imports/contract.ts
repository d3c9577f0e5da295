import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { IdParams, Message } from '#shared/wire.ts'
import {
  Import,
  ImportRow,
  maxRowsPerPart,
  NewImport,
  RowsPart,
  shownFields,
  ToConfirm,
  verdicts,
} from './import-shapes.ts'
import { PageNumber } from '#shared/page-number.ts'

/** What an import does, or would do, with one row of the sheet. */
const RowVerdict = z.object({
  row: z.number(),
  verdict: z.enum(verdicts),
  ...shownFields,
  /** The count at the preview; sent back so that orders in between are not undone. */
  count: z.optional(z.number()),
})

export const ImportAnswer = z.extend(Message, {
  counts: z.object({ new: z.number(), changed: z.number(), unchanged: z.number(), refused: z.number() }),
  rows: z.array(RowVerdict),
  /** Set for a file that changes most of the rows it touches. */
  confirm: z.optional(ToConfirm),
})
export type ImportAnswer = z.infer<typeof ImportAnswer>

export const maxRowsPerRequest = 10_000

const ImportHow = z.object({
  /** Returns the changes without writing them. */
  preview: z._default(z.stringbool(), false),
  /** Whether new products are published if the sheet does not say. */
  publish: z._default(z.stringbool(), true),
  /** Whether NDCs without dashes have 11 digits in this file. Shorter ones have then lost their leading zeros. */
  elevenDigits: z.optional(z.stringbool()),
  /** The rows to import among those that need review: `all`, or their numbers. The others are skipped. */
  take: z.optional(
    z.string().check(z.regex(/^(?:all|\d{1,6}(?:,\d{1,6})*)$/, 'Send all, or row numbers such as 3,7.')),
  ),
  /** The number of rows that change by a wide margin; a file that changes most of its rows is refused without it. */
  confirm: z.optional(z.coerce.number().check(z.int())),
})
export type ImportHow = z.infer<typeof ImportHow>

export const productImport = {
  importProducts: post('/api/products/importProducts', {
    access: 'admin',
    summary: 'Create and change products by NDC from the rows of a sheet; each call succeeds or fails as a whole',
    query: ImportHow,
    body: z.union([z.string(), z.array(z.unknown())], 'The rows must be a JSON array.'),
    reply: ImportAnswer,
  }),
}

const PageOfRows = z.object({
  show: z.enum([...verdicts, 'noted', 'partial', 'kept', 'unpictured']),
  page: PageNumber,
})
export type PageOfRows = z.infer<typeof PageOfRows>

const RowParams = z.extend(IdParams, {
  row: z.coerce.number('This is not a row.').check(z.int('This is not a row.'), z.gte(1, 'This is not a row.')),
})

/** Files are uploaded and previewed, and then applied by the server in the background. */
export const imports = {
  list: get('/api/imports', {
    access: 'admin',
    summary: 'All imports, latest first',
    query: z.object({ page: PageNumber }),
    reply: z.object({ imports: z.array(Import), count: z.number() }),
  }),
  begin: post('/api/imports', {
    access: 'admin',
    summary: 'Start an import, or resume the interrupted import of the same file',
    body: NewImport,
    reply: Import,
    status: 201,
  }),
  byId: get('/api/imports/:id', {
    access: 'admin',
    summary: 'The progress of an import',
    params: IdParams,
    reply: Import,
  }),
  addRows: put('/api/imports/:id/rows', {
    access: 'admin',
    summary: 'Send the next rows of the file; they are compared with the catalog and change nothing',
    params: IdParams,
    body: RowsPart,
    reply: Import,
  }),
  rows: get('/api/imports/:id/rows', {
    access: 'admin',
    summary: 'What the rows of an import will do or did, filtered by result',
    params: IdParams,
    query: PageOfRows,
    reply: z.object({ rows: z.array(ImportRow), count: z.number() }),
  }),
  report: get('/api/imports/:id/report.csv', {
    access: 'admin',
    summary: 'The result of every row, or of rejected rows only, as CSV',
    params: IdParams,
    query: z.object({ show: z._default(z.enum(['all', 'refused', 'kept']), 'all') }),
    reply: z.unknown(),
  }),
  steerPictures: post('/api/imports/:id/pictures', {
    access: 'admin',
    summary: 'Retry the pictures that could not be fetched, or stop fetching',
    params: IdParams,
    body: z.object({ act: z.enum(['again', 'stop'], 'Send again or stop.') }),
    reply: Message,
  }),
  addPicture: put('/api/imports/:id/rows/:row/picture', {
    access: 'admin',
    summary:
      'Upload the picture of one file name (multipart, field image); it is re-encoded and stored until the import is applied',
    params: RowParams,
    limits: [{ name: 'import picture', per: 'caller', most: 20_000, seconds: 3_600 }],
    query: z.object({ file: z.string('Send the number of the file.').check(z.maxLength(1_000)) }),
    reply: Import,
  }),
  missingPictures: get('/api/imports/:id/pictures', {
    access: 'admin',
    summary: 'The file names whose pictures have not arrived',
    params: IdParams,
    reply: z.object({ rows: z.array(z.number()) }),
  }),
  take: put('/api/imports/:id/taken', {
    access: 'admin',
    summary: 'Include or exclude rows that need review; they are excluded by default',
    params: IdParams,
    body: z.object({
      rows: z.union(
        [z.literal('all'), z.array(z.int()).check(z.minLength(1), z.maxLength(maxRowsPerPart))],
        'Send all, or the row numbers.',
      ),
      isTaken: z.boolean('Send whether the rows are included.'),
    }),
    reply: Import,
  }),
  apply: post('/api/imports/:id/apply', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Apply the new and changed rows in the background',
    params: IdParams,
    body: z.object({
      /** The number of rows that change by a wide margin, if the import has to be confirmed. */
      confirm: z.optional(z.int('The number must be a whole number.')),
    }),
    reply: Message,
    done: 'The import is being applied. You can close this page.',
    status: 202,
  }),
  stop: post('/api/imports/:id/stop', {
    access: 'admin',
    summary: 'Stop an import that is being applied; it can be continued later',
    params: IdParams,
    reply: Message,
    done: 'The import was stopped. Rows imported so far stay.',
  }),
  invite: post('/api/imports/:id/invitations', {
    access: 'admin',
    isConfirmed: true,
    limits: [{ name: 'invite-imported', per: 'params.id', most: 5, seconds: 3_600 }],
    summary: 'Email a link to choose a password to imported customers who have none yet',
    params: IdParams,
    reply: Message,
    status: 202,
  }),
  undo: post('/api/imports/:id/undo', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Undo an import, except for records that were changed since',
    params: IdParams,
    reply: Message,
    done: 'The import is being undone. You can close this page.',
    status: 202,
  }),
  discard: del('/api/imports/:id', {
    access: 'admin',
    summary: 'Discard an import that was not applied',
    params: IdParams,
    reply: Message,
    done: 'The import was discarded.',
  }),
}
