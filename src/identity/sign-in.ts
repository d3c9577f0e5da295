import * as z from 'zod/mini'
import { recorderIn } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import type { App } from '#platform/feature.ts'
import type { CountAttempt } from '#platform/http/limits.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { Email } from '#shared/wire.ts'
import type { accounts } from './contract.ts'
import { beginSecondStep } from './factors/finish-sign-in.ts'
import { accountByEmail } from './find-account.ts'
import { renewHash, verifyPassword } from './hash-password.ts'
import { recognizeDevice } from './recognize-device.ts'
import { startSession, waiting } from './open-session.ts'
import { hasNoPassword, isOfCompany, usesCompany } from './refuse-password.ts'
import { queueLockedNotice } from './queue-notice.ts'

/**
 * Opens a session, or reports that the second factor is due. A wrong address and a wrong password get the same answer
 * in the same time; only a user who knows the password learns that the account waits for approval.
 */
export const signInWithPassword = async (
  { db, config, countAttempt }: App,
  { body: { email, password }, request }: CallOf<typeof accounts.signIn>,
): Promise<SignedInUser> => {
  const { data: address } = z.safeParse(Email, email)
  const device = address ? await recognizeDevice(db, { email: address, cookie: request.cookie, config }) : null
  await countSignIn(db, { address, device, network: request.network }, countAttempt)
  if (!address) throw wrong()

  const account = await accountByEmail(db, address)
  const isRight = await verifyPassword(password, account?.password_hash ?? null)
  const record = recorderIn(db, { user: null, request })
  const note = (action: string) => record(action, ['account', account?.id ?? ''])
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
  if (step) throw new Refusal(401, 'Please confirm it is you.', { secondFactor: true, ...step })
  await record('signed in', ['account', account.id], { actorId: account.id })
  return startSession(db, account, request)
}

const wrong = () => new Refusal(401, 'Invalid email or password')

/**
 * A known device has its own limit, so that other people's tries cannot lock the user out. For unknown devices the
 * network limit comes first, because a refusal there stores no further rows.
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
