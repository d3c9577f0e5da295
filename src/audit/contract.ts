import * as z from 'zod/mini'
import { get } from '#shared/endpoint.ts'
import { listQuery, listShape } from '#shared/filters.ts'
import { Moment } from '#shared/wire.ts'

const AuditPerson = z.object({ _id: z.string(), name: z.string(), email: z.string(), companyName: z.string() })
export type AuditPerson = z.infer<typeof AuditPerson>

const Values = z.nullable(z.record(z.string(), z.unknown()))

/** An audit entry: who did what to which record, on whose behalf, with the values before and after. */
export const AuditRow = z.object({
  _id: z.string(),
  at: Moment,
  actor: z.nullable(AuditPerson),
  onBehalfOf: z.nullable(AuditPerson),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  /** The record's current name, if it still has one. */
  entityName: z.string(),
  before: Values,
  after: Values,
  ip: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** Position in the hash chain; null until the entry is sealed, seconds later. */
  position: z.nullable(z.number()),
})
export type AuditRow = z.infer<typeof AuditRow>

export const auditList = listShape({
  filters: ['any', 'at', 'actor', 'action', 'entity', 'record'],
  sorts: ['at'],
  sort: '-at',
})

export const TrailVerification = z.object({
  isIntact: z.boolean(),
  /** Entries in the chain, and entries waiting for the next sealing. */
  sealed: z.number(),
  unsealed: z.number(),
  /** The first position where the chain does not verify, and why. */
  brokenAt: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  /** Hash of the last entry; a copy kept elsewhere reveals a truncated trail. */
  head: z.nullable(z.string()),
  /** Weaknesses that would let someone rewrite the trail, one sentence each. */
  warnings: z.array(z.string()),
})
export type TrailVerification = z.infer<typeof TrailVerification>

export const audit = {
  entries: get('/api/audit', {
    access: 'admin',
    summary: 'Audit trail entries, filtered and paged; the total is in X-Total-Count',
    query: listQuery(auditList),
    reply: z.array(AuditRow),
  }),
  csv: get('/api/audit/csv', {
    access: 'admin',
    summary: 'Export the filtered audit trail',
    query: listQuery(auditList),
    reply: z.unknown(),
  }),
  verification: get('/api/audit/verification', {
    access: 'admin',
    summary: 'Verify the hash chain against the entries and the heads stored outside the database',
    reply: TrailVerification,
  }),
}
