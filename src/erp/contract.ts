import * as z from 'zod/mini'
import { get, post } from '#shared/endpoint.ts'
import { IdParams, Message, Moment } from '#shared/wire.ts'

/** The kinds of data read from the ERP; each has its own job. */
export const syncKinds = ['orders', 'deliveries', 'invoices', 'addresses', 'openItems', 'sweep'] as const
export type SyncKind = (typeof syncKinds)[number]

const runStates = ['waiting', 'running', 'done', 'failed'] as const

export const SyncRun = z.object({
  _id: z.string(),
  kind: z.enum(syncKinds),
  state: z.enum(runStates),
  /** The admin who started it; null for scheduled runs. */
  askedBy: z.nullable(z.string()),
  isFull: z.boolean(),
  createdAt: Moment,
  startedAt: z.nullable(Moment),
  finishedAt: z.nullable(Moment),
  read: z.number(),
  added: z.number(),
  changed: z.number(),
  refused: z.number(),
  message: z.string(),
  notes: z.array(z.string()),
})
export type SyncRun = z.infer<typeof SyncRun>

/** The reply of every action that reads the ERP: the run, which may still be in progress. */
const Started = z.extend(Message, { jobId: z.string(), run: SyncRun })
export type Started = z.infer<typeof Started>

export const WaitingOrder = z.object({
  _id: z.string(),
  companyName: z.string(),
  createdAt: Moment,
  totalPrice: z.number(),
  state: z.enum(['held', 'waiting', 'sending', 'unknown', 'linked', 'rejected', 'conflict']),
  orderIdSap: z.nullable(z.string()),
  attempts: z.number(),
  since: z.nullable(Moment),
  reason: z.string(),
})
export type WaitingOrder = z.infer<typeof WaitingOrder>

export const OrderPriceDifference = z.object({
  _id: z.string(),
  orderIdSap: z.nullable(z.string()),
  companyName: z.string(),
  createdAt: Moment,
  portal: z.number(),
  erp: z.number(),
})
export type OrderPriceDifference = z.infer<typeof OrderPriceDifference>

export const ErpException = z.object({
  key: z.string(),
  orderId: z.nullable(z.string()),
  message: z.string(),
  raisedAt: Moment,
})
export type ErpException = z.infer<typeof ErpException>

export const ErpState = z.object({
  isConnected: z.boolean(),
  circuit: z.object({
    isOpen: z.boolean(),
    reason: z.string(),
    openedAt: z.nullable(Moment),
    retryAt: z.nullable(Moment),
  }),
  kinds: z.array(
    z.object({
      kind: z.enum(syncKinds),
      /** The newest change that was read, by the ERP's clock. */
      watermark: z.nullable(Moment),
      /** When the last complete read finished, by the portal's clock. */
      readAt: z.nullable(Moment),
      last: z.nullable(SyncRun),
    }),
  ),
  runs: z.array(SyncRun),
  orders: z.array(WaitingOrder),
  waitingCount: z.number(),
  differences: z.array(OrderPriceDifference),
  alarms: z.array(ErpException),
})
export type ErpState = z.infer<typeof ErpState>

const Findings = z.array(z.object({ level: z.enum(['good', 'warning', 'problem']), text: z.string() }))

/** When the last complete read of the ERP finished; null before the first. */
export const ErpAges = z.object({
  orders: z.nullable(Moment),
  invoices: z.nullable(Moment),
  addresses: z.nullable(Moment),
  openItems: z.nullable(Moment),
})
export type ErpAges = z.infer<typeof ErpAges>

export const erpCalls = {
  refreshOrderStatuses: get('/api/orders/refreshOrderStatuses', {
    access: 'admin',
    isAct: true,
    summary: 'Read changed orders from the ERP; 200 when done, 202 while it runs',
    reply: Started,
  }),
  importAllSap: get('/api/orders/importAllSap', {
    access: 'admin',
    isAct: true,
    summary: 'Read the ERP’s orders, new ones included; 200 when done, 202 while it runs',
    reply: Started,
  }),
  updateShippingAddress: get('/api/orders/updateShippingAddress', {
    access: 'admin',
    isAct: true,
    summary: 'Read the customers’ addresses from the ERP; 200 when done, 202 while it runs',
    reply: Started,
  }),
  sync: post('/api/erp/sync/:kind', {
    access: 'admin',
    summary: 'Read one kind of data from the ERP; optionally everything from the beginning',
    params: z.object({ kind: z.enum(syncKinds, 'The ERP has no such kind of data.') }),
    body: z.object({ full: z._default(z.boolean(), false) }),
    reply: Started,
  }),
  run: get('/api/erp/runs/:id', {
    access: 'admin',
    summary: 'The progress of an ERP sync',
    params: IdParams,
    reply: SyncRun,
  }),
  state: get('/api/erp/state', {
    access: 'admin',
    summary: 'Status of the ERP connection: syncs, order exports, price differences, exceptions',
    reply: ErpState,
  }),
  ages: get('/api/erp/ages', {
    access: 'signedIn',
    summary: 'The age of the ERP data shown in the portal',
    reply: ErpAges,
  }),
  check: post('/api/erp/check', {
    access: 'admin',
    summary: 'Check what the ERP is missing for the portal',
    reply: Findings,
  }),
  clearException: post('/api/erp/alarms/clear', {
    access: 'admin',
    summary: 'Clear an exception',
    body: z.object({ key: z.string().check(z.minLength(1), z.maxLength(400)) }),
    reply: Message,
    done: 'Exception cleared.',
  }),
}
