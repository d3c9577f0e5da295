import { sql } from 'kysely'
import { bySystem, recorderIn } from '#platform/act.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import type { AccountHooks } from './account-hooks.ts'
import { ownedTables } from './delete-user.ts'
import { leaveBusiness } from './join-business.ts'

/** True while a user can sign in with the public demo password. */
export const hasDemoAccounts = async (db: Db): Promise<boolean> => {
  const found = await db
    .selectFrom('user_account')
    .select('id')
    .where('is_demo', '=', true)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes all demo accounts and returns their number; their orders stay. */
export const removeDemoAccounts = (db: Db, news: Pick<AccountHooks, 'onCustomersGone'>): Promise<number> =>
  transaction(db, async (tx) => {
    const removed = await tx
      .updateTable('user_account')
      .set({ deleted_at: sql<Date>`now()`, is_active: false, password_hash: null, version: sql`version + 1` })
      .where('is_demo', '=', true)
      .where('deleted_at', 'is', null)
      .returning(['id', 'business_id'])
      .execute()
    if (removed.length === 0) return 0
    const ids = removed.map(({ id }) => id)
    for (const table of [...ownedTables, 'session', 'sign_in_step', 'one_time_code'] as const)
      await tx.deleteFrom(table).where('user_id', 'in', ids).execute()
    const businesses = new Set(removed.flatMap(({ business_id }) => business_id ?? []))
    for (const id of businesses) await leaveBusiness(tx, news, { id, by: bySystem })
    await recorderIn(tx)('demo accounts removed', ['account', ''], { after: { accounts: ids.length } })
    return ids.length
  })
