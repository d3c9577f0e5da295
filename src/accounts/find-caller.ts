import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A session ends twelve hours after its last use. */
export const sessionHours = 12

/** A password that was given within these counts as given. */
const confirmedMinutes = 15

/** The account behind a living session, which lives on by being used. */
export const findCaller = async (db: Db, token: string): Promise<Caller | null> => {
  const tokenHash = hashToken(token)
  const [row] = await sessionOf(db, { tokenHash })
  if (!row) return null
  const { isStale, ...caller } = row
  if (isStale)
    await db
      .updateTable('session')
      .set({ last_seen_at: sql`now()` })
      .where('token_hash', '=', tokenHash)
      .execute()
  return { ...caller, tokenHash }
}

const sessionOf = prepareStatement((db, { tokenHash }: { tokenHash: Buffer }) =>
  db
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.id', 'session.user_id')
    .leftJoin('business', 'business.id', 'user_account.business_id')
    .select([
      'user_account.id as _id',
      'email',
      'user_account.name',
      'last_name as lastName',
      'user_account.business_id as businessId',
      sql<string>`coalesce(business.name, '')`.as('companyName'),
      // What an applicant claims is not his.
      sql<string>`coalesce(business.account_number, '')`.as('accountID'),
      'is_admin as isAdmin',
      'is_sales_rep as isSalesRep',
      sql<boolean>`session.confirmed_at > now() - make_interval(mins => ${sql.lit(confirmedMinutes)})`.as(
        'isConfirmed',
      ),
      sql<boolean>`session.last_seen_at < now() - interval '5 minutes'`.as('isStale'),
    ])
    .where('token_hash', '=', tokenHash)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('session.last_seen_at', '>', sql<Date>`now() - make_interval(hours => ${sql.lit(sessionHours)})`)
    .where('is_active', '=', true)
    .where('user_account.deleted_at', 'is', null),
)
