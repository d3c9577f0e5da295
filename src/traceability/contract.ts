import * as z from 'zod/mini'
import { get, post } from '#shared/endpoint.ts'
import { Id, IdParams, Message, Moment, requiredLines } from '#shared/wire.ts'
import { PageNumber } from '#shared/page-number.ts'

const Direction = z.enum(['inbound', 'outbound', 'unclear'])

export const DocumentRow = z.object({
  _id: z.string(),
  direction: Direction,
  fileName: z.string(),
  receivedAt: Moment,
  sender: z.string(),
  receiver: z.string(),
  /** Number of findings; a document with findings answers for nothing until an admin accepts it. */
  findings: z.number(),
  isAccepted: z.boolean(),
  shipments: z.number(),
  packages: z.number(),
  /** Outbound shipments without a customer, or whose order is another customer's. */
  mismatches: z.number(),
})
export type DocumentRow = z.infer<typeof DocumentRow>

const Place = z.object({
  gln: z.string(),
  name: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
})

const Reference = z.object({ kind: z.string(), number: z.string() })

export const ShipmentRow = z.object({
  _id: z.string(),
  shippedAt: Moment,
  seller: z.string(),
  buyer: z.string(),
  references: z.array(Reference),
  packages: z.number(),
  /** The order it belongs to, if it names one. */
  order: z.nullable(z.object({ _id: z.string(), orderIdSap: z.nullable(z.string()) })),
})
export type ShipmentRow = z.infer<typeof ShipmentRow>

const DocumentShipment = z.extend(ShipmentRow, {
  business: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  mismatch: z.string(),
  isWithdrawn: z.boolean(),
})

export const DocumentDetail = z.extend(DocumentRow, {
  format: z.string(),
  schemaVersion: z.string(),
  guideline: z.string(),
  isAffirmed: z.boolean(),
  statement: z.string(),
  findingTexts: z.array(z.string()),
  acceptedAt: z.nullable(Moment),
  acceptReason: z.string(),
  lines: z.array(DocumentShipment),
})
export type DocumentDetail = z.infer<typeof DocumentDetail>

/** Transaction information of a product (FD&C 581(26)), as the seller's document states it. */
const TransactionLine = z.object({
  gtin: z.string(),
  ndc: z.string(),
  name: z.string(),
  strength: z.string(),
  dosageForm: z.string(),
  containerSize: z.string(),
  manufacturer: z.string(),
  /** Of the catalog, like the storage; empty if there is none, or if the product is not in it. */
  deaSchedule: z.string(),
  coldStatus: z.string(),
  lot: z.string(),
  expiry: z.nullable(z.string()),
  serials: z.array(z.string()),
})

export const TransactionData = z.extend(ShipmentRow, {
  from: z.nullable(Place),
  to: z.nullable(Place),
  shipFrom: z.nullable(Place),
  shipTo: z.nullable(Place),
  lines: z.array(TransactionLine),
  isAffirmed: z.boolean(),
  statement: z.string(),
  guideline: z.string(),
  receivedAt: Moment,
})
export type TransactionData = z.infer<typeof TransactionData>

export const traceability = {
  receive: post('/api/trace/documents', {
    access: 'admin',
    limits: [{ name: 'trace', per: 'caller', most: 600, seconds: 3_600 }],
    summary: 'Store an EPCIS document (multipart, field file: 1.2 or 2.0 as XML, 2.0 as JSON-LD)',
    reply: z.object({ _id: z.string(), direction: Direction, findings: z.array(z.string()), packages: z.number() }),
    status: 201,
  }),
  documents: get('/api/trace/documents', {
    access: 'admin',
    summary: 'Received EPCIS documents, newest first; with work=true only those that need a person',
    query: z.object({ page: PageNumber, work: z._default(z.stringbool(), false) }),
    reply: z.object({ rows: z.array(DocumentRow), hasMore: z.boolean() }),
  }),
  document: get('/api/trace/documents/:id', {
    access: 'admin',
    summary: 'An EPCIS document with its findings and shipments',
    params: IdParams,
    reply: DocumentDetail,
  }),
  accept: post('/api/trace/documents/:id/accept', {
    access: 'admin',
    summary: 'Accept a document despite its findings, with the reason',
    params: IdParams,
    body: z.object({ reason: requiredLines(1_000, 'The reason') }),
    reply: Message,
    done: 'The document is accepted.',
  }),
  matchAgain: post('/api/trace/documents/:id/match', {
    access: 'admin',
    summary: 'Find the customer and order of shipments that have none, after a GLN or an order was corrected',
    params: IdParams,
    reply: z.extend(Message, { left: z.number() }),
  }),
  file: get('/api/trace/documents/:id/file', {
    access: 'admin',
    summary: 'The document as it was received',
    params: IdParams,
    reply: z.unknown(),
  }),
  shipments: get('/api/trace/shipments', {
    access: 'buyer',
    summary:
      'Transaction data of the caller’s purchases, by NDC, lot, serial number, scan, order, PO or invoice number',
    query: z.object({
      page: PageNumber,
      q: z._default(z.string().check(z.maxLength(300)), ''),
      order: z.optional(Id),
    }),
    reply: z.object({ rows: z.array(ShipmentRow), hasMore: z.boolean() }),
  }),
  shipment: get('/api/trace/shipments/:id', {
    access: 'buyer',
    summary: 'Transaction information and statement of one shipment to the caller’s business',
    params: IdParams,
    reply: TransactionData,
  }),
}
