import * as z from 'zod/mini'
import { get } from '#shared/endpoint.ts'
import { IdParams, Moment } from '#shared/wire.ts'
import { PageNumber } from '#shared/page-number.ts'

const TraceState = z.enum(['available', 'partial', 'missing', 'notRequired', 'unknown', 'notShipped'])

export const TraceLine = z.object({
  /** NDC or item number, as on the order or invoice. */
  number: z.string(),
  state: TraceState,
  /** Packages in the documents. */
  packages: z.number(),
  shipped: z.number(),
})
export type TraceLine = z.infer<typeof TraceLine>

/** What the DSCSA asks of a delivery, and which documents there are. */
export const DeliveryTrace = z.object({
  state: TraceState,
  lines: z.array(TraceLine),
  shipments: z.array(
    z.object({
      _id: z.string(),
      shippedAt: Moment,
      packages: z.number(),
      /** Only for admins. */
      documentId: z.nullable(z.string()),
    }),
  ),
})
export type DeliveryTrace = z.infer<typeof DeliveryTrace>

export const DeliveryRow = z.object({
  order: z.object({ _id: z.string(), orderIdSap: z.nullable(z.string()) }),
  customer: z.string(),
  account: z.string(),
  purchaseOrder: z.string(),
  shippedAt: Moment,
  linesMissing: z.number(),
})
export type DeliveryRow = z.infer<typeof DeliveryRow>

/** An outbound shipment that fits no customer or order, or an order that its documents contradict. */
export const ConflictRow = z.object({
  _id: z.string(),
  at: Moment,
  text: z.string(),
  order: z.nullable(z.object({ _id: z.string(), orderIdSap: z.nullable(z.string()) })),
  document: z.nullable(z.object({ _id: z.string(), fileName: z.string() })),
  customer: z.string(),
})
export type ConflictRow = z.infer<typeof ConflictRow>

export const deliveries = {
  ofOrder: get('/api/trace/orders/:id', {
    access: 'signedIn',
    summary: 'Transaction data of an order, by line: available, missing, not required, or not known',
    params: IdParams,
    reply: DeliveryTrace,
  }),
  ofInvoice: get('/api/trace/invoices/:id', {
    access: 'signedIn',
    summary: 'Transaction data of an invoice, by line: available, missing, not required, or not known',
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
    reply: DeliveryTrace,
  }),
  missing: get('/api/trace/missing', {
    access: 'admin',
    summary: 'Deliveries without transaction data, newest first',
    query: z.object({ page: PageNumber }),
    reply: z.object({
      rows: z.array(DeliveryRow),
      hasMore: z.boolean(),
      /** Of all pages; at most 10,000 are counted. */
      deliveries: z.number(),
      customers: z.number(),
    }),
  }),
  conflicts: get('/api/trace/conflicts', {
    access: 'admin',
    summary: 'Contradictions between documents, orders and customers, newest first',
    query: z.object({ page: PageNumber }),
    reply: z.object({ rows: z.array(ConflictRow), hasMore: z.boolean() }),
  }),
}
