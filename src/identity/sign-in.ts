import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { recordAudit } from '#audit/record-entry.ts'
import type { Config } from '#platform/config.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import type { CountAttempt } from '#platform/http/limits.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { BuyingRole } from '#shared/buying-role.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { Email } from '#shared/wire.ts'
import { hashToken } from './find-caller.ts'
import { renewHash, verifyPassword } from './hash-password.ts'
import { knownDevice } from './know-device.ts'
import type { Account } from './map-user.ts'
import { hasNoPassword, isOfCompany, usesCompany } from './refuse-password.ts'
import { queueLockedNotice } from './tell-locked.ts'

const absoluteDays = 7

interface Credentials {
  email: string
  password: string
}

/** What a second step of the sign-in needs; null for whom the password is enough. */
export type BeginSecondStep = (db: Db, userId: string) => Promise<object | null>

interface SigningIn {
  db: Db
  config: Pick<Config, 'PUBLIC_URL'>
  countAttempt: CountAttempt
  beginSecondStep: BeginSecondStep
}

/**
 * Opens a session, or tells that the second factor is due. Wrong address and wrong password are one answer in equal time;
 * whoever knows the password of an account that waits for approval is told so.
 */
export const signIn = async (
  { db, config, countAttempt, beginSecondStep }: SigningIn,
  { email, password }: Credentials,
  request: RequestFacts,
): Promise<SignedInUser> => {
  const { data: address } = z.safeParse(Email, email)
  const device = address ? await knownDevice(db, { email: address, cookie: request.cookie, config }) : null
  await countSignIn(db, { address, device, network: request.network }, countAttempt)
  if (!address) throw wrong()

  const account = await db
    .selectFrom('account')
    .select([...toldOfUser, 'business_id', 'is_active', 'password_hash'])
    .where('email', '=', address)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const isRight = await verifyPassword(password, account?.password_hash ?? null)
  const note = (action: string, actorId: string | null = null) =>
    recordAudit(db, { actorId, action, entity: 'account', entityId: account?.id ?? '', request })
  if (!account || !isRight) {
    await note('sign-in failed')
    throw (await isOfCompany(db, address)) ? usesCompany() : wrong()
  }
  if (await hasNoPassword(db, account)) {
    await note('sign-in refused')
    throw usesCompany()
  }
  await renewHash(db, { id: account.id, password, stored: account.password_hash })
  if (!account.is_active) {
    await note('sign-in refused')
    throw waiting()
  }
  const step = await beginSecondStep(db, account.id)
  if (step) throw new Refusal(401, 'Please confirm that it is you.', { secondFactor: true, ...step })
  await note('signed in', account.id)
  return signedIn(db, account, request)
}

export const waiting = () => new Refusal(403, 'Your account is waiting for approval.')

/** Of the view, what a sign-in tells. */
export const toldOfUser = [
  'id',
  'email',
  'name',
  'last_name',
  'company_name',
  'is_admin',
  'is_sales_rep',
] as const satisfies (keyof Account)[]

/** A session for somebody who has proven who he is. */
export const signedIn = async (
  db: Db | Tx,
  account: Pick<Account, (typeof toldOfUser)[number]>,
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
  }
}

const roleOf = async (
  db: Db | Tx,
  { id, is_admin, is_sales_rep }: Pick<Account, 'id' | 'is_admin' | 'is_sales_rep'>,
): Promise<BuyingRole> => {
  if (is_admin || is_sales_rep) return 'buyer'
  const { buying_role } = await db
    .selectFrom('user_account')
    .select('buying_role')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return buying_role
}

const wrong = () => new Refusal(401, 'Invalid email or password')

/**
 * A device on which the person signed in before is counted by itself alone, so that nobody else's tries keep him out. Of
 * the others the network comes first: what it is refused costs no further row.
 */
const countSignIn = async (
  db: Db,
  { address, device, network }: { address: string | undefined; device: string | null; network: string },
  countAttempt: CountAttempt,
): Promise<void> => {
  if (address && device)
    return countAttempt(db, { what: 'sign-in-device', whom: [address, device], most: 10, seconds: 300 })
  await countAttempt(db, { what: 'sign-in-from', whom: [network], most: 200, seconds: 300 })
  if (!address) return
  await countAttempt(db, { what: 'sign-in', whom: [network, address], most: 10, seconds: 300 })
  try {
    await countAttempt(db, { what: 'sign-in-to', whom: [address], most: 50, seconds: 900 })
  } catch (error) {
    if (error instanceof Refusal) await queueLockedNotice(db, countAttempt, address)
    throw error
  }
}

interface NewSession {
  userId: string
  ip: string
  userAgent: string
  /** For a session that continues an older one. */
  continues?: Pick<Row<'session'>, 'created_at' | 'confirmed_at'>
  /** When its user showed who he is, if that is not now. */
  confirmedAt?: Date
}

/** The token itself is given out once and never kept. */
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
