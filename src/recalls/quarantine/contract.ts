import * as z from 'zod/mini'
import { get, post } from '#shared/endpoint.ts'
import { Id, IdParams, Message, requiredLines } from '#shared/wire.ts'
import { CaseDetail, CaseEnd, CaseFields, CaseOutcome, CaseRow } from './case-shapes.ts'
import { PageNumber } from '#shared/page-number.ts'

/** Investigations of suspect product. */
export const suspectCases = {
  list: get('/api/suspect-cases', {
    access: 'admin',
    summary: 'Cases of suspect product, newest first',
    query: z.object({ page: PageNumber }),
    reply: z.object({ rows: z.array(CaseRow), hasMore: z.boolean() }),
  }),
  byId: get('/api/suspect-cases/:id', {
    access: 'admin',
    summary: 'A case of suspect product with its notes, notices and the orders that already left the portal',
    params: IdParams,
    reply: CaseDetail,
  }),
  open: post('/api/suspect-cases', {
    access: 'admin',
    summary: 'Open a case: the product is not sold, and orders that the ERP does not have wait',
    body: CaseFields,
    reply: z.extend(Message, { _id: z.string() }),
    status: 201,
  }),
  addNote: post('/api/suspect-cases/:id/notes', {
    access: 'admin',
    summary: 'Add a note to an investigation',
    params: IdParams,
    body: z.object({ text: requiredLines(4_000, 'Note') }),
    reply: Message,
    done: 'Note added',
  }),
  addFile: post('/api/suspect-cases/:id/files', {
    access: 'admin',
    limits: [{ name: 'case-file', per: 'caller', most: 120, seconds: 3_600 }],
    summary: 'Add a photo or document to a case (multipart, field file: PDF, PNG, JPEG or WebP)',
    params: IdParams,
    reply: z.extend(Message, { _id: z.string() }),
    status: 201,
  }),
  file: get('/api/suspect-cases/:id/files/:file', {
    access: 'admin',
    summary: 'A file of a case',
    params: z.object({ id: Id, file: Id }),
    reply: z.unknown(),
  }),
  conclude: post('/api/suspect-cases/:id/outcome', {
    access: 'admin',
    summary: 'Conclude a case: cleared ends the holds; illegitimate notifies everyone who may have received it',
    params: IdParams,
    body: CaseOutcome,
    reply: Message,
    done: 'Case concluded',
  }),
  end: post('/api/suspect-cases/:id/end', {
    access: 'admin',
    summary: 'End the notification of an illegitimate product, agreed with FDA, and notify the same recipients',
    params: IdParams,
    body: CaseEnd,
    reply: Message,
    done: 'Notification ended',
  }),
  facts: get('/api/suspect-cases/:id/facts', {
    access: 'admin',
    summary: 'Facts for FDA Form 3911 as a CSV file',
    params: IdParams,
    reply: z.unknown(),
  }),
  recipients: get('/api/suspect-cases/:id/recipients', {
    access: 'admin',
    summary: 'Everyone who was or would be notified, with addresses, as a CSV file',
    params: IdParams,
    reply: z.unknown(),
  }),
}
