import * as z from 'zod/mini'
import { get, post, put } from '#shared/endpoint.ts'
import { Id, IdParams, Message, requiredLines } from '#shared/wire.ts'
import { LoggedFlag, reportFormats, OrderReview, ReviewRow, StatisticsRow } from './review-shapes.ts'
import { RuleSet, RuleSetFields, Signature } from './rule-shapes.ts'
import { PageNumber } from '#shared/page-number.ts'
const Decision = z.object({ decision: requiredLines(4_000, 'The reason'), __v: z.number() })
const Quarter = z.string().check(z.regex(/^\d{4}-Q[1-4]$/, 'Enter a quarter such as 2026-Q3.'))

/** Order monitoring, for admins, who are never sales reps. */
export const monitoring = {
  reviews: get('/api/reviews', {
    access: 'admin',
    summary: 'Orders under review, oldest first, or decided reviews, newest first',
    query: z.object({ page: PageNumber, state: z._default(z.enum(['open', 'decided']), 'open') }),
    reply: z.object({ rows: z.array(ReviewRow), hasMore: z.boolean() }),
  }),
  logged: get('/api/reviews/logged', {
    access: 'admin',
    summary: 'Findings of rules that only log, newest first',
    query: z.object({ page: PageNumber }),
    reply: z.object({ rows: z.array(LoggedFlag), hasMore: z.boolean() }),
  }),
  review: get('/api/reviews/:id', {
    access: 'admin',
    summary: 'A review with its flags, history, notes and files',
    params: IdParams,
    reply: OrderReview,
  }),
  start: post('/api/reviews/:id/start', {
    access: 'admin',
    summary: 'Record the first look at an order under review',
    params: IdParams,
    reply: Message,
    done: 'Review started',
  }),
  answer: put('/api/reviews/:id/flags/:flag', {
    access: 'admin',
    summary: 'Save the evidence that answers a flag',
    params: z.object({ id: Id, flag: Id }),
    body: z.object({ evidence: requiredLines(4_000, 'The evidence'), __v: z.number() }),
    reply: Message,
    done: 'Evidence saved',
  }),
  addNote: post('/api/reviews/:id/notes', {
    access: 'admin',
    summary: 'Add a note, or the change or cancellation that the customer asked for',
    params: IdParams,
    body: z.object({ kind: z.enum(['note', 'customer']), text: requiredLines(4_000, 'The note') }),
    reply: Message,
    done: 'Note added',
  }),
  addFile: post('/api/reviews/:id/files', {
    access: 'admin',
    limits: [{ name: 'review-file', per: 'caller', most: 100, seconds: 3_600 }],
    summary: 'Add a private file (multipart, field file: PDF or picture); onboarding=true: of the customer',
    params: IdParams,
    query: z.object({ onboarding: z._default(z.stringbool(), false) }),
    reply: z.object({ _id: z.string() }),
    status: 201,
  }),
  file: get('/api/reviews/:id/files/:file', {
    access: 'admin',
    summary: 'A file of a review',
    params: z.object({ id: Id, file: Id }),
    reply: z.unknown(),
  }),
  dispel: post('/api/reviews/:id/dispel', {
    access: 'admin',
    summary: 'Release the order: every flag is answered, by someone else',
    params: IdParams,
    body: Decision,
    reply: Message,
    done: 'The order is released.',
  }),
  report: post('/api/reviews/:id/report', {
    access: 'admin',
    summary: 'Decide that the order is reported and never ships',
    params: IdParams,
    body: Decision,
    reply: Message,
    done: 'The order will not ship. Download the report and send it to DEA.',
  }),
  reportFile: get('/api/reviews/:id/report/:format', {
    access: 'admin',
    summary: 'The report of a suspicious order as CSV, JSON or PDF',
    params: z.object({ id: Id, format: z.enum(reportFormats) }),
    reply: z.unknown(),
  }),
  ruleSets: get('/api/monitoring-rules', {
    access: 'admin',
    summary: 'Versions of the monitoring rules, newest first, with the classes and families to choose from',
    reply: z.object({
      rows: z.array(RuleSet),
      classes: z.array(z.object({ _id: z.string(), name: z.string() })),
      families: z.array(z.string()),
    }),
  }),
  addDraft: post('/api/monitoring-rules', {
    access: 'admin',
    summary: 'Begin a new version as a copy of the active one',
    reply: z.object({ message: z.string(), _id: z.string() }),
    status: 201,
  }),
  saveDraft: put('/api/monitoring-rules/:id', {
    access: 'admin',
    summary: 'Save a draft',
    params: IdParams,
    body: z.extend(RuleSetFields, { __v: z.number() }),
    reply: Message,
    done: 'Draft saved',
  }),
  sign: post('/api/monitoring-rules/:id/sign', {
    access: 'admin',
    summary: 'Sign a draft, which makes it the active version',
    params: IdParams,
    body: Signature,
    reply: Message,
    done: 'The version is active.',
  }),
  statistics: get('/api/statistics-reviews', {
    access: 'admin',
    summary: 'Opioid customers of the last four full quarters whose buyer statistics are to be reviewed, or were',
    query: z.object({ page: PageNumber, state: z._default(z.enum(['due', 'reviewed']), 'due') }),
    reply: z.object({ rows: z.array(StatisticsRow), hasMore: z.boolean() }),
  }),
  recordStatistics: post('/api/statistics-reviews', {
    access: 'admin',
    summary: 'Record that the buyer statistics of a customer and quarter were reviewed',
    body: z.object({ businessId: Id, quarter: Quarter, finding: requiredLines(2_000, 'The result') }),
    reply: Message,
    done: 'Review recorded',
  }),
}
