import { randomBytes } from 'node:crypto'
import type { Db, Tx } from './tables.ts'

/** A random secret that is generated on first use and stored in the database, so that all processes share it. */
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
