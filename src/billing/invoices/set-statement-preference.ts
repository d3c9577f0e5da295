import { recordAudit } from '#audit/record-entry.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import type { RequestFacts } from '#platform/http/serve.ts'

/** True if a user receives the monthly statement of their business by email. */
export const wantsStatement = async (db: Db, userId: string): Promise<boolean> => {
  const wish = await db.selectFrom('statement_wish').select('user_id').where('user_id', '=', userId).executeTakeFirst()
  return wish !== undefined
}

interface Preference {
  userId: string
  isWanted: boolean
  request: RequestFacts
}

/** A new subscription counts from the next month. Turning it on twice keeps the first date. */
export const setStatementPreference = (db: Db, { userId, isWanted, request }: Preference): Promise<void> =>
  transaction(db, async (tx) => {
    const changed = isWanted
      ? await tx
          .insertInto('statement_wish')
          .values({ user_id: userId })
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .execute()
      : await tx.deleteFrom('statement_wish').where('user_id', '=', userId).returning('user_id').execute()
    if (changed.length === 0) return
    await recordAudit(tx, {
      actorId: userId,
      action: 'statements by mail',
      entity: 'account',
      entityId: userId,
      before: { isWanted: !isWanted },
      after: { isWanted },
      request,
    })
  })
