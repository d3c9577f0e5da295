import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { BuyingRole } from '#shared/buying-role.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { hashToken } from './find-caller.ts'
import type { AccountRow } from './map-user.ts'

const absoluteDays = 7

export const waiting = () => new Refusal(403, 'Your account is waiting for approval.')

/** The columns of the account view that the sign-in response needs. */
export const sessionUserColumns = [
  'id',
  'email',
  'name',
  'last_name',
  'company_name',
  'is_admin',
  'is_sales_rep',
  'is_read_only',
] as const satisfies (keyof AccountRow)[]

/** Starts a session for a user who has proven their identity. */
export const startSession = async (
  db: Db | Tx,
  account: Pick<AccountRow, (typeof sessionUserColumns)[number]>,
  { ip, userAgent }: Pick<RequestFacts, 'ip' | 'userAgent'>,
  confirmedAt?: Date,
): Promise<SignedInUser> => {
  const buyingRole = await roleOf(db, account)
  return {
    _id: account.id,
    name: account.name,
    lastName: account.last_name,
    companyName: account.company_name,
    email: account.email,
    isAdmin: account.is_admin,
    isSalesRep: account.is_sales_rep,
    token: await openSession(db, { userId: account.id, ip, userAgent, ...(confirmedAt && { confirmedAt }) }),
    ...(buyingRole !== 'buyer' && { buyingRole }),
    ...(account.is_read_only && { isReadOnly: true }),
  }
}

const roleOf = async (
  db: Db | Tx,
  { id, is_admin, is_sales_rep }: Pick<AccountRow, 'id' | 'is_admin' | 'is_sales_rep'>,
): Promise<BuyingRole> => {
  if (is_admin || is_sales_rep) return 'buyer'
  const { buying_role } = await db
    .selectFrom('user_account')
    .select('buying_role')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return buying_role
}

interface NewSession {
  userId: string
  ip: string
  userAgent: string
  /** An earlier session that this one continues. */
  continues?: Pick<Row<'session'>, 'created_at' | 'confirmed_at'>
  /** When the user proved their identity; now, by default. */
  confirmedAt?: Date
}

/** Returns the token, of which only the hash is stored. */
export const openSession = async (
  db: Db | Tx,
  { userId, ip, userAgent, continues, confirmedAt }: NewSession,
): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      ...continues,
      ...(confirmedAt && { confirmed_at: confirmedAt }),
      expires_at: sql<Date>`${continues?.created_at ?? sql`now()`}::timestamptz + make_interval(days => ${absoluteDays})`,
      ip,
      user_agent: userAgent,
    })
    .execute()
  return token
}
