import { type RawBuilder, sql } from 'kysely'
import { newId } from './db/new-id.ts'
import { prepareStatement } from './db/prepare-statement.ts'
import type { Db, Tx } from './db/tables.ts'
import type { RequestFacts } from './http/serve.ts'

export interface AuditEntry {
  actorId: string | null
  onBehalfOf?: string | null
  /** Past tense, such as `order placed`. */
  action: string
  entity: string
  entityId: string
  before?: unknown
  after?: unknown
  request: Pick<RequestFacts, 'id' | 'ip'> | null
}

const entriesPerStatement = 1_000

/** Records entries, such as one per imported line, in the transaction of the change. They must not contain secrets. */
export const recordAll = async (tx: Db | Tx, entries: readonly AuditEntry[]): Promise<void> => {
  for (let start = 0; start < entries.length; start += entriesPerStatement)
    await insert(tx, { entries: asEntries(entries.slice(start, start + entriesPerStatement)) })
}

/** Serializes entries for `insertEntries`. */
export const asEntries = (entries: readonly AuditEntry[]): string =>
  JSON.stringify(
    entries.map(({ actorId, onBehalfOf, action, entity, entityId, before, after, request }) => ({
      id: newId(),
      actor_id: actorId,
      on_behalf_of: onBehalfOf,
      action,
      entity,
      entity_id: entityId,
      // Otherwise null would be stored as a JSON null.
      before: before ?? undefined,
      after: after ?? undefined,
      request_id: request?.id,
      ip: request?.ip,
    })),
  )

/** A CTE body for statements that insert an entry along with the change it describes. */
export const insertEntries = (rows: string): RawBuilder<unknown> => sql`
  insert into audit_entry (id, actor_id, on_behalf_of, action, entity, entity_id, before, after, request_id, ip)
  select * from jsonb_to_recordset(${rows}::jsonb) as entry (id uuid, actor_id uuid, on_behalf_of uuid, action text,
    entity text, entity_id text, before jsonb, after jsonb, request_id text, ip text)`

const insert = prepareStatement((_db, { entries }: { entries: string }) => insertEntries(entries))
