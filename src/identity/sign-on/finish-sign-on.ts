import { sql } from 'kysely'
import { recorderIn } from '#platform/act.ts'
import type { App } from '#platform/feature.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf, RequestFacts } from '#platform/http/serve.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { companyLinkedEmail } from '../compose-notices.ts'
import { beginSecondStep } from '../factors/finish-sign-in.ts'
import { queueNotice } from '../queue-notice.ts'
import { startSession, sessionUserColumns, waiting } from '../open-session.ts'
import { finishAuthorization } from './call-provider.ts'
import { over, takeAttempt } from './begin-sign-on.ts'
import { domainIn, findProvider, noSignOn, type SignOnProvider, redirectUriOf, callbackPath } from './find-provider.ts'
import type { signOn } from './contract.ts'

/** Opens a session for the user whom the provider authenticated, or reports that their second factor is due. */
export const finishSignOn = async (
  { db, config }: App,
  { body: { way, query }, request }: CallOf<typeof signOn.finish>,
): Promise<SignedInUser> => {
  const states = new URLSearchParams(query).getAll('state')
  const attempt = await takeAttempt(db, states.length === 1 ? (states[0] ?? '') : '', {
    cookie: request.cookie,
    config,
  })
  if (callbackPath(attempt) !== way) throw over()
  const provider = await findProvider(db, config, attempt.businessId)
  if (!provider) throw noSignOn()
  const arrived = new URL(redirectUriOf(config, provider.businessId))
  arrived.search = query
  const claims = await finishAuthorization(provider, arrived, attempt)
  const userId = await transaction(db, (tx) => accountHolderOf(tx, { provider, claims, config, request }))
  const step = await beginSecondStep(db, userId)
  if (step) throw new Refusal(401, 'Please confirm it is you.', { secondFactor: true, ...step })
  return completeSignIn(db, { userId, claims, request })
}

interface Claims {
  iss: string
  sub: string
  email?: unknown
  email_verified?: unknown
  auth_time?: unknown
}

interface Arrived {
  provider: SignOnProvider
  claims: Claims
  config: Config
  request: RequestFacts
}

/** Finds the account by the linked identity, else by the email address that the provider has verified. */
const accountHolderOf = async (tx: Tx, arrived: Arrived): Promise<string> => {
  const { provider, claims } = arrived
  const linked = await tx
    .updateTable('company_identity')
    .set({ last_used_at: sql<Date>`now()` })
    .where('issuer', '=', claims.iss)
    .where('subject', '=', claims.sub)
    .returning('user_id')
    .executeTakeFirst()
  const account = linked ? await accountBy(tx, provider, { id: linked.user_id }) : await newcomer(tx, arrived)
  if (!account) throw stranger()
  if (!account.is_active) throw waiting()
  if (!linked) await link(tx, account, arrived)
  return account.id
}

/** A business's provider opens only accounts of its own non-staff users; the staff's provider only those of staff. */
const accountBy = (tx: Tx, { businessId }: SignOnProvider, who: { id: string } | { email: string }) => {
  let accounts = tx
    .selectFrom('account')
    .select([...sessionUserColumns, 'is_active'])
    .where('deleted_at', 'is', null)
  accounts = 'id' in who ? accounts.where('id', '=', who.id) : accounts.where('email', '=', who.email)
  accounts =
    businessId === null
      ? accounts.where(({ or, eb }) => or([eb('is_admin', '=', true), eb('is_sales_rep', '=', true)]))
      : accounts.where('business_id', '=', businessId).where('is_admin', '=', false).where('is_sales_rep', '=', false)
  return accounts.executeTakeFirst()
}

const stranger = () =>
  new Refusal(
    403,
    'Your company signed you in, but you have no account here. Ask the person who manages ordering at your company.',
  )

const newcomer = async (tx: Tx, { provider, claims }: Arrived) => {
  // Some providers send booleans as strings.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  if (typeof claims.email !== 'string' || !isVerified)
    throw new Refusal(
      403,
      'Your company’s sign-on did not confirm your email address, so we cannot find your account. Ask your company’s administrator.',
    )
  const email = claims.email.toLowerCase()
  if (provider.domains.length > 0 && !provider.domains.includes(domainIn(email))) throw stranger()
  return accountBy(tx, provider, { email })
}

type Account = NonNullable<Awaited<ReturnType<typeof accountBy>>>

/** Links only once: if the address is later reassigned, its new owner is another person. */
const link = async (tx: Tx, account: Account, { claims, config, request }: Arrived): Promise<void> => {
  const made = await tx
    .insertInto('company_identity')
    .values({ issuer: claims.iss, subject: claims.sub, user_id: account.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!made)
    throw new Refusal(403, 'This account is linked to a different identity at your company. Ask your administrator.')
  await recorderIn(tx, { user: { _id: account.id }, request })('company sign-on linked', ['account', account.id], {
    after: { issuer: claims.iss },
  })
  await queueNotice(tx, account.id, companyLinkedEmail(account, new URL(claims.iss).host, config))
}

const completeSignIn = (
  db: Db,
  { userId, claims, request }: Pick<Arrived, 'claims' | 'request'> & { userId: string },
): Promise<SignedInUser> =>
  transaction(db, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select(sessionUserColumns)
      .where('id', '=', userId)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(() => stranger())
    await recorderIn(tx, { user: { _id: userId }, request })('signed in', ['account', userId], {
      after: { by: 'company sign-on', issuer: claims.iss },
    })
    return startSession(tx, account, request, shownAt(claims))
  })

/** When the provider last authenticated the user; a remembered browser session is no proof of identity. */
const shownAt = ({ auth_time: seconds }: Claims): Date =>
  new Date(typeof seconds === 'number' ? Math.min(seconds * 1_000, Date.now()) : 0)
