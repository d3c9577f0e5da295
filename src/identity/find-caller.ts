import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller, OrderingFor } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { findCustomer } from './find-customer.ts'

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Idle limit of a session. Admin sessions have shorter idle and total limits, set by the operator. */
const idleMinutes = 12 * 60

export type SessionLimits = Pick<Config, 'ADMIN_SESSION_HOURS' | 'ADMIN_IDLE_MINUTES'>

/** For a query that joins `session` with its account. */
export const isAlive = ({ ADMIN_SESSION_HOURS, ADMIN_IDLE_MINUTES }: SessionLimits) => sql<boolean>`(
  session.expires_at > now()
  and session.last_seen_at > now() - make_interval(mins => case when is_admin then ${ADMIN_IDLE_MINUTES}::int else ${sql.lit(idleMinutes)} end)
  and (not is_admin or session.created_at > now() - make_interval(hours => ${ADMIN_SESSION_HOURS}::int)))`

/** Minutes for which a password counts as recently confirmed. */
const confirmedMinutes = 15

interface Said {
  token: string
  /** The id of a customer. */
  orderingFor: string | null
}

/** Finds the account of a live session and extends the session. */
export const findCaller = async (db: Db, { token, orderingFor }: Said, config: Config): Promise<Caller | null> => {
  const tokenHash = hashToken(token)
  const { ADMIN_SESSION_HOURS, ADMIN_IDLE_MINUTES, SECOND_FACTOR } = config
  const [row] = await sessionOf(db, { tokenHash, ADMIN_SESSION_HOURS, ADMIN_IDLE_MINUTES })
  if (!row) return null
  const { isStale, isStaffWithoutFactor, ...caller } = row
  if (isStale)
    await db
      .updateTable('session')
      .set({ last_seen_at: sql`now()` })
      .where('token_hash', '=', tokenHash)
      .execute()
  if (caller.isReadOnly && orderingFor !== null) throw new Refusal(403, 'Your account is read-only and cannot order.')
  const isStaff = caller.isAdmin || caller.isSalesRep
  return {
    ...caller,
    tokenHash,
    lacksFactor: isStaffWithoutFactor && SECOND_FACTOR === 'staff',
    orderingFor: isStaff && orderingFor !== null ? await workedFor(db, caller, orderingFor) : null,
  }
}

/** Refuses an unknown customer instead of ignoring it, because the prices shown would be wrong for that customer. */
const workedFor = async (
  db: Db,
  staff: Pick<Caller, '_id' | 'isAdmin' | 'isSalesRep'>,
  id: string,
): Promise<OrderingFor> => {
  const customer = await findCustomer(db, staff, id)
  if (!customer || customer.id === staff._id)
    throw new Refusal(409, 'You can no longer order for this customer. Choose another one.', {
      customerGone: true,
    })
  return {
    _id: customer.id,
    businessId: customer.business_id,
    companyName: customer.company_name,
    accountID: customer.account_number,
  }
}

const sessionOf = prepareStatement((db, given: { tokenHash: Buffer } & SessionLimits) =>
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
      // An account number that an applicant entered is unverified, so it is not used.
      sql<string>`coalesce(business.account_number, '')`.as('accountID'),
      'is_admin as isAdmin',
      'is_sales_rep as isSalesRep',
      'is_read_only as isReadOnly',
      'buying_role as buyingRole',
      sql<boolean>`session.confirmed_at > now() - make_interval(mins => ${sql.lit(confirmedMinutes)})`.as(
        'isConfirmed',
      ),
      sql<boolean>`(is_admin or is_sales_rep)
        and not exists (select from passkey where passkey.user_id = user_account.id)
        and not exists (select from authenticator_app app where app.user_id = user_account.id and secret is not null)`.as(
        'isStaffWithoutFactor',
      ),
      sql<boolean>`session.last_seen_at < now() - interval '5 minutes'`.as('isStale'),
    ])
    .where('token_hash', '=', given.tokenHash)
    .where(isAlive(given))
    .where('is_active', '=', true)
    .where('user_account.deleted_at', 'is', null),
)
