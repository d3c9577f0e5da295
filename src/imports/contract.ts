import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { IdParams, Message } from '#shared/wire.ts'
import {
  Import,
  ImportRow,
  mostRowsAPart,
  NewImport,
  RowsPart,
  shownFields,
  ToConfirm,
  verdicts,
} from './import-shapes.ts'

/** What an import does, or would do, with one row of the sheet. */
export const RowVerdict = z.object({
  row: z.number(),
  verdict: z.enum(verdicts),
  ...shownFields,
  /** The count that the preview saw; sent back so that orders in between are not undone. */
  count: z.optional(z.number()),
})
export type RowVerdict = z.infer<typeof RowVerdict>

export const ImportAnswer = z.extend(Message, {
  counts: z.object({ new: z.number(), changed: z.number(), unchanged: z.number(), refused: z.number() }),
  rows: z.array(RowVerdict),
  /** Said of a file that changes most of what it touches. */
  confirm: z.optional(ToConfirm),
})
export type ImportAnswer = z.infer<typeof ImportAnswer>

export const mostRowsAtOnce = 10_000

const ImportHow = z.object({
  /** Says what would happen and writes nothing. */
  preview: z._default(z.stringbool(), false),
  /** Whether new products can be ordered at once, where the sheet does not say. */
  publish: z._default(z.stringbool(), true),
  /** The run and the part of it: a part that was applied is answered again and not applied again. */
  run: z.optional(z.uuid('The run is not an id.')),
  part: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000))),
  /** Whether NDCs of digits alone have 11 in this file: then shorter ones have lost their zeros. */
  elevenDigits: z.optional(z.stringbool()),
  /** Which of the rows to look at are meant as they are: `all`, or their numbers. The others are left out. */
  take: z.optional(
    z.string().check(z.regex(/^(?:all|\d{1,6}(?:,\d{1,6})*)$/, 'Say all, or the numbers of the rows: 3,7.')),
  ),
  /** How many rows change by a wide margin, as the preview or the refusal said: without it a file that changes most of what it touches is refused. */
  confirm: z.optional(z.coerce.number().check(z.int())),
})
export type ImportHow = z.infer<typeof ImportHow>

export const productImport = {
  importProducts: post('/api/products/importProducts', {
    access: 'admin',
    summary: 'Creates and changes products by NDC from the rows of a sheet, all of one call or none',
    query: ImportHow,
    body: z.union([z.string(), z.array(z.unknown())], 'The rows must be a JSON array.'),
    reply: ImportAnswer,
  }),
}

const PageOfRows = z.object({
  show: z.enum([...verdicts, 'noted', 'partial', 'kept', 'unpictured']),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
})
export type PageOfRows = z.infer<typeof PageOfRows>

const RowParams = z.extend(IdParams, {
  row: z.coerce.number('This is no row.').check(z.int('This is no row.'), z.gte(1, 'This is no row.')),
})

/** Files that are sent up, looked at and then applied by the server alone. */
export const imports = {
  list: get('/api/imports', {
    access: 'admin',
    summary: 'The imports of everyone, the latest first',
    query: z.object({ page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1) }),
    reply: z.object({ imports: z.array(Import), count: z.number() }),
  }),
  begin: post('/api/imports', {
    access: 'admin',
    summary: 'Begins an import whose rows follow, or finds the one that was cut short with this very file',
    body: NewImport,
    reply: Import,
    status: 201,
  }),
  byId: get('/api/imports/:id', { access: 'admin', summary: 'How far an import is', params: IdParams, reply: Import }),
  addRows: put('/api/imports/:id/rows', {
    access: 'admin',
    summary: 'The next rows of the file: they are compared with the catalog, and nothing of it is changed',
    params: IdParams,
    body: RowsPart,
    reply: Import,
  }),
  rows: get('/api/imports/:id/rows', {
    access: 'admin',
    summary: 'What the rows of an import would do or did, one kind of them at a time',
    params: IdParams,
    query: PageOfRows,
    reply: z.object({ rows: z.array(ImportRow), count: z.number() }),
  }),
  report: get('/api/imports/:id/report.csv', {
    access: 'admin',
    summary: 'What became of every row, or of the refused ones alone, as CSV',
    params: IdParams,
    query: z.object({ show: z._default(z.enum(['all', 'refused', 'kept']), 'all') }),
    reply: z.unknown(),
  }),
  steerPictures: post('/api/imports/:id/pictures', {
    access: 'admin',
    summary: 'Fetches the pictures again that could not be fetched, or stops fetching them',
    params: IdParams,
    body: z.object({ act: z.enum(['again', 'stop'], 'Say again or stop.') }),
    reply: Message,
  }),
  addPicture: put('/api/imports/:id/rows/:row/picture', {
    access: 'admin',
    summary:
      'The picture of a row of file names (multipart, field image); it is painted anew and kept until it is applied',
    params: RowParams,
    query: z.object({ file: z.string('Say which file it is.').check(z.maxLength(1_000)) }),
    reply: Import,
  }),
  missingPictures: get('/api/imports/:id/pictures', {
    access: 'admin',
    summary: 'The rows of file names whose pictures have not arrived',
    params: IdParams,
    reply: z.object({ rows: z.array(z.number()) }),
  }),
  take: put('/api/imports/:id/taken', {
    access: 'admin',
    summary: 'Ticks rows to look at, which are left out otherwise, or takes the tick away',
    params: IdParams,
    body: z.object({
      rows: z.union(
        [z.literal('all'), z.array(z.int()).check(z.minLength(1), z.maxLength(mostRowsAPart))],
        'Say all, or which rows.',
      ),
      isTaken: z.boolean('Say whether the rows are taken.'),
    }),
    reply: Import,
  }),
  apply: post('/api/imports/:id/apply', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Has the rows written that are new or changed; the server does it alone',
    params: IdParams,
    body: z.object({
      /** How many rows change by a wide margin, as the import says where most of the file does. */
      confirm: z.optional(z.int('The figure must be a whole number.')),
    }),
    reply: Message,
    status: 202,
  }),
  stop: post('/api/imports/:id/stop', {
    access: 'admin',
    summary: 'Stops an import that is being applied; it can be applied further',
    params: IdParams,
    reply: Message,
  }),
  invite: post('/api/imports/:id/invitations', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Mails those whom an import of customers added, and who have no password yet, a link to choose one',
    params: IdParams,
    reply: Message,
    status: 202,
  }),
  undo: post('/api/imports/:id/undo', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Takes back what an import wrote, as far as it was not changed since',
    params: IdParams,
    reply: Message,
    status: 202,
  }),
  discard: del('/api/imports/:id', {
    access: 'admin',
    summary: 'Forgets an import that was not applied',
    params: IdParams,
    reply: Message,
  }),
}
