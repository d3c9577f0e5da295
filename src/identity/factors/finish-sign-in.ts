import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { recorderIn } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { App } from '#platform/feature.ts'
import { type CountAttempt, isAllowed } from '#platform/http/limits.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf, RequestFacts } from '#platform/http/serve.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { factorsLockedEmail, recoveryCodeUsedEmail } from '../compose-notices.ts'
import { drawKey } from '../make-key.ts'
import { queueNotice } from '../queue-notice.ts'
import { hasNoPassword, usesCompany } from '../refuse-password.ts'
import { startSession, sessionUserColumns, waiting } from '../open-session.ts'
import { takeAppCode } from './check-app.ts'
import { checkPasskey, requestOptions } from './check-passkey.ts'
import type { factors } from './contract.ts'
import type { RequestOptions, SecondStep, StepDue } from './factor-shapes.ts'
import { takeRecoveryCode } from './make-recovery-codes.ts'
import { registeredFactors } from './queries.ts'

const minutesValid = 10
const tries = 5

const hashOf = (key: string): Buffer => createHash('sha256').update(`sign-in-step:${key}`).digest()

/** After the right password: the available factors and a key for this sign-in; null without a second factor. */
export const beginSecondStep = async (db: Db, userId: string): Promise<Omit<StepDue, 'secondFactor'> | null> => {
  const { passkeys, app, recoveryCodes } = await registeredFactors(db, userId)
  if (passkeys === 0 && !app) return null
  const key = drawKey()
  await db
    .insertInto('sign_in_step')
    .values({
      key_hash: hashOf(key),
      user_id: userId,
      tries_left: tries,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutesValid})`,
    })
    .execute()
  return { key, passkey: passkeys > 0, app: app !== null, recoveryCode: recoveryCodes > 0 }
}

const over = () => new Refusal(401, 'That took too long, or there were too many wrong codes. Please sign in again.')

const openStep = (db: Db | Tx, key: string) =>
  db
    .selectFrom('sign_in_step')
    .select('user_id')
    .where('key_hash', '=', hashOf(key))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('tries_left', '>', 0)

export const secondStepOptions = async ({ db, config }: App, key: string): Promise<RequestOptions> => {
  const { user_id: userId } = await openStep(db, key).executeTakeFirstOrThrow(over)
  return requestOptions(db, config, { purpose: 'second-factor', boundTo: hashOf(key), userId })
}

/** The device verified its user, so a passkey counts as two factors. */
export const passkeySignIn = async (
  { db, config }: App,
  { body: { passkey: signed }, request }: CallOf<typeof factors.passkeySignIn>,
): Promise<SignedInUser> => {
  const userId = await checkPasskey(db, config, { purpose: 'sign-in', boundTo: null, userId: null, signed, request })
  if (await hasNoPassword(db, await accountOf(db, userId))) throw usesCompany()
  return transaction(db, (tx) => completeSignIn(tx, { userId, by: 'passkey alone', request }))
}

/** Finishes a sign-in by its key. A wrong code counts against the key and the account. */
export const finishSignIn = async (
  { db, config, countAttempt }: App,
  { body: step, request }: CallOf<typeof factors.secondStep>,
): Promise<SignedInUser> => {
  const { user_id: userId } = await openStep(db, step.key).executeTakeFirstOrThrow(over)
  if (step.passkey) {
    const boundTo = hashOf(step.key)
    const signed = step.passkey
    await checkPasskey(db, config, { purpose: 'second-factor', boundTo, userId, signed, request })
  } else await countCodes(db, { userId, config, countAttempt })

  const outcome = await transaction(db, async (tx) => {
    // Of two concurrent requests with one key, only one is accepted.
    await openStep(tx, step.key).forUpdate().executeTakeFirstOrThrow(over)
    const by = step.passkey ? 'passkey' : await takeCode(tx, step, { userId, config })
    if (by) {
      await tx.deleteFrom('sign_in_step').where('key_hash', '=', hashOf(step.key)).execute()
      return completeSignIn(tx, { userId, by, request })
    }
    await tx
      .updateTable('sign_in_step')
      .set({ tries_left: sql`tries_left - 1` })
      .where('key_hash', '=', hashOf(step.key))
      .execute()
    await recorderIn(tx, { user: null, request })('second factor failed', ['account', userId])
    return null
  })
  if (!outcome)
    throw new Refusal(400, 'This code is incorrect.', {
      field: step.recoveryCode === undefined ? 'code' : 'recoveryCode',
    })
  return outcome
}

interface Holder {
  userId: string
  config: Config
}

/** Returns the method that accepted the code; null if the code is wrong. */
const takeCode = async (tx: Tx, { code, recoveryCode }: SecondStep, holder: Holder): Promise<string | null> => {
  if (code !== undefined) return (await takeAppCode(tx, { ...holder, code })) ? 'authenticator app' : null
  const left = await takeRecoveryCode(tx, recoveryCode ?? '', holder)
  if (left === null) return null
  await queueNotice(tx, holder.userId, recoveryCodeUsedEmail(await accountOf(tx, holder.userId), left, holder.config))
  return 'recovery code'
}

/** Ten tries in 15 minutes and 50 a day: negligible odds against a million codes. */
const countCodes = async (
  db: Db,
  { userId, config, countAttempt }: Holder & { countAttempt: CountAttempt },
): Promise<void> => {
  try {
    await countAttempt(db, { what: 'second-factor', whom: [userId], most: 10, seconds: 900 })
    await countAttempt(db, { what: 'second-factor-day', whom: [userId], most: 50, seconds: 86_400 })
  } catch (error) {
    if (error instanceof Refusal) await notifyLocked(db, { userId, config, countAttempt })
    throw error
  }
}

/** At most once a day, so that the notices themselves are no nuisance. */
const notifyLocked = async (
  db: Db,
  { userId, config, countAttempt }: Holder & { countAttempt: CountAttempt },
): Promise<void> => {
  const isFirst = await isAllowed(
    countAttempt(db, { what: 'second-factor-told', whom: [userId], most: 1, seconds: 86_400 }),
  )
  if (isFirst) await queueNotice(db, userId, factorsLockedEmail(await accountOf(db, userId), config))
}

const accountOf = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('account')
    .select([...sessionUserColumns, 'business_id', 'is_active'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(over)

const completeSignIn = async (
  tx: Tx,
  { userId, by, request }: { userId: string; by: string; request: RequestFacts },
): Promise<SignedInUser> => {
  const account = await accountOf(tx, userId)
  if (!account.is_active) throw waiting()
  await recorderIn(tx, { user: { _id: userId }, request })('signed in', ['account', userId], { after: { by } })
  return startSession(tx, account, request)
}
