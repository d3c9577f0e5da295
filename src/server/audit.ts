import { randomUUIDv7 } from 'node:crypto'
import { prepareStatement } from './db/prepare-statement.ts'
import type { Db, Tx } from './db/tables.ts'
import type { RequestFacts } from './http/serve.ts'

interface AuditEntry {
  actorId: string | null
  onBehalfOf?: string | null
  /** What happened, in the past tense: `order placed`. */
  action: string
  entity: string
  entityId: string
  before?: unknown
  after?: unknown
  request: Pick<RequestFacts, 'id' | 'ip'> | null
}

/** Writes down who did what, in the transaction that did it where something changed; never secrets. */
export const recordAudit = async (
  tx: Db | Tx,
  { before, after, onBehalfOf, request, ...entry }: AuditEntry,
): Promise<void> => {
  await insertEntry(tx, {
    ...entry,
    id: randomUUIDv7(),
    onBehalfOf: onBehalfOf ?? null,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
    requestId: request?.id ?? null,
    ip: request?.ip ?? null,
  })
}

interface NewEntry extends Pick<AuditEntry, 'actorId' | 'action' | 'entity' | 'entityId'> {
  id: string
  onBehalfOf: string | null
  before: string | null
  after: string | null
  requestId: string | null
  ip: string | null
}

const insertEntry = prepareStatement((db, entry: NewEntry) =>
  db.insertInto('audit_entry').values({
    id: entry.id,
    actor_id: entry.actorId,
    on_behalf_of: entry.onBehalfOf,
    action: entry.action,
    entity: entry.entity,
    entity_id: entry.entityId,
    before: entry.before,
    after: entry.after,
    request_id: entry.requestId,
    ip: entry.ip,
  }),
)
