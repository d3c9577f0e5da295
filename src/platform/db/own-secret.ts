import { randomBytes } from 'node:crypto'
import type { Db, Tx } from './tables.ts'

/** A secret that the portal draws for itself when it is first asked for; it lives in the database, so that processes share it. */
export const ownSecret = async (db: Db | Tx, name: string): Promise<Buffer> => {
  const known = await db.selectFrom('portal_secret').select('value').where('name', '=', name).executeTakeFirst()
  if (known) return known.value
  await db
    .insertInto('portal_secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ownSecret(db, name)
}
