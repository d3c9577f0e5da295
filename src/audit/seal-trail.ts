import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { TrailKey } from './trail-keys.ts'

/** The hashed fields of an entry, as text that PostgreSQL formats deterministically. */
export interface Sealable {
  id: string
  at: string
  actor_id: string | null
  on_behalf_of: string | null
  action: string
  entity: string
  entity_id: string
  before: string | null
  after: string | null
  request_id: string | null
  ip: string | null
}

export const sealableColumns = sql`entry.id::text as id,
  to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at,
  entry.actor_id::text as actor_id, entry.on_behalf_of::text as on_behalf_of, entry.action, entry.entity,
  entry.entity_id, entry.before::text as before, entry.after::text as after, entry.request_id, entry.ip`

const start = Buffer.alloc(32)

/** The hash of an entry, its position and everything before it; only a holder of the key can compute it. */
export const linkOf = (key: TrailKey, previous: Buffer | null, position: number, entry: Sealable): Buffer => {
  const { id, at, actor_id, on_behalf_of, action, entity, entity_id, before, after, request_id, ip } = entry
  const told = [position, id, at, actor_id, on_behalf_of, action, entity, entity_id, before, after, request_id, ip]
  return createHmac('sha256', key.secret)
    .update(previous ?? start)
    .update(JSON.stringify(told))
    .digest()
}

const entriesAtATime = 1_000

/**
 * Appends unsealed entries to the chain. Entries of a transaction that commits late are sealed the next time;
 * concurrent sealings collide at the next position, where only one succeeds. Seals nothing without a key. Returns the
 * number of sealed entries.
 */
export const sealTrail = async (db: Db, [key]: readonly TrailKey[]): Promise<number> => {
  if (!key) return 0
  let sealed = 0
  for (;;) {
    const count = await transaction(db, (tx) => sealSome(tx, key))
    sealed += count
    if (count < entriesAtATime) return sealed
  }
}

const sealSome = async (tx: Tx, key: TrailKey): Promise<number> => {
  const head = await tx
    .selectFrom('audit_link')
    .innerJoin('audit_entry', 'audit_entry.id', 'audit_link.entry_id')
    .select(['position', 'hash', 'at'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  // No transaction lasts longer than an hour.
  const since = head ? sql`entry.at >= ${head.at}::timestamptz - interval '1 hour'` : sql`true`
  const { rows } = await sql<Sealable>`
    select ${sealableColumns} from audit_entry entry
    where ${since} and not exists (select from audit_link where entry_id = entry.id)
    order by entry.at, entry.id limit ${entriesAtATime}`.execute(tx)
  if (rows.length === 0) return 0
  let position = Number(head?.position ?? 0)
  let hash = head?.hash ?? null
  const links = rows.map((entry) => {
    position += 1
    hash = linkOf(key, hash, position, entry)
    return { position, entry_id: entry.id, key_id: key.id, hash }
  })
  await tx.insertInto('audit_link').values(links).execute()
  return rows.length
}
