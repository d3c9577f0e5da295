import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Row, Tx } from '#platform/db/tables.ts'

interface NewKeys {
  purpose: Row<'password_key'>['purpose']
  minutes: number
}

export const drawKey = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a key, which includes its purpose. */
export const hashKey = (key: string, leadsTo: 'password-key' | 'email-proof' | 'email-undo' = 'password-key'): Buffer =>
  createHash('sha256').update(`${leadsTo}:${key}`).digest()

/** Creates a key for setting a new password for each user and voids the previous ones. Only hashes are stored. */
export const makeKeys = async (
  tx: Tx,
  userIds: readonly string[],
  { purpose, minutes }: NewKeys,
): Promise<string[]> => {
  const keys = userIds.map(drawKey)
  await sql`
    insert into password_key (user_id, purpose, key_hash, expires_at)
    select user_id, ${purpose}, key_hash, now() + make_interval(mins => ${minutes})
    from unnest(${userIds}::uuid[], ${keys.map((key) => hashKey(key))}::bytea[]) as drawn (user_id, key_hash)
    on conflict (user_id, purpose) do update
      set key_hash = excluded.key_hash, expires_at = excluded.expires_at, created_at = now()`.execute(tx)
  return keys
}

export const makeKey = async (tx: Tx, { userId, ...terms }: NewKeys & { userId: string }): Promise<string> =>
  (await makeKeys(tx, [userId], terms)).join('')
