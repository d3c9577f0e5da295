import { randomUUIDv7 } from 'node:crypto'
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
  { actorId, onBehalfOf = null, action, entity, entityId, before, after, request }: AuditEntry,
): Promise<void> => {
  await tx
    .insertInto('audit_entry')
    .values({
      id: randomUUIDv7(),
      actor_id: actorId,
      on_behalf_of: onBehalfOf,
      action,
      entity,
      entity_id: entityId,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      request_id: request?.id ?? null,
      ip: request?.ip ?? null,
    })
    .execute()
}
