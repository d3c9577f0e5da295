import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { RequestFacts } from '#platform/http/serve.ts'

export interface AuditEntry {
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
export const recordAudit = async (tx: Db | Tx, entry: AuditEntry): Promise<void> => {
  await insert(tx, { entry: asRow(entry) })
}

/** An entry as the text that `insertEntry` reads. */
export const asRow = ({ actorId, onBehalfOf, action, entity, entityId, before, after, request }: AuditEntry): string =>
  JSON.stringify({
    id: randomUUIDv7(),
    actor_id: actorId,
    on_behalf_of: onBehalfOf,
    action,
    entity,
    entity_id: entityId,
    before,
    after,
    request_id: request?.id,
    ip: request?.ip,
  })

/** A part of a statement, for those who write an entry together with what it tells of. */
export const insertEntry = (row: string): RawBuilder<unknown> => sql`
  insert into audit_entry (id, actor_id, on_behalf_of, action, entity, entity_id, before, after, request_id, ip)
  select * from jsonb_to_record(${row}::jsonb) as entry (id uuid, actor_id uuid, on_behalf_of uuid, action text,
    entity text, entity_id text, before jsonb, after jsonb, request_id text, ip text)`

const insert = prepareStatement((_db, { entry }: { entry: string }) => insertEntry(entry))
