import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Row, Tx } from '#platform/db/tables.ts'

interface NewKey {
  userId: string
  purpose: Row<'password_key'>['purpose']
  minutes: number
}

export const drawKey = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a key, which includes its purpose. */
export const hashKey = (key: string, leadsTo: 'password-key' | 'email-proof' | 'email-undo' = 'password-key'): Buffer =>
  createHash('sha256').update(`${leadsTo}:${key}`).digest()

/** Creates a key for setting a new password and voids the previous one. Only its hash is stored. */
export const makeKey = async (tx: Tx, { userId, purpose, minutes }: NewKey): Promise<string> => {
  const key = drawKey()
  const fresh = {
    key_hash: hashKey(key),
    expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
  }
  await tx
    .insertInto('password_key')
    .values({ user_id: userId, purpose, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'purpose']).doUpdateSet({ ...fresh, created_at: sql<Date>`now()` }),
    )
    .execute()
  return key
}
