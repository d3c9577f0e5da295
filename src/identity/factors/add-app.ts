import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import { type Acting, recorderIn } from '#platform/act.ts'
import { transaction } from '#platform/db/connect.ts'
import type { App } from '#platform/feature.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { factorsChangedEmail } from '../compose-notices.ts'
import { lockAccount } from '../lock-account.ts'
import { queueNotice } from '../queue-notice.ts'
import { changeFactors } from './change-factors.ts'
import { appFor, takeAppCode } from './check-app.ts'
import type { factors } from './contract.ts'
import type { NewApp } from './factor-shapes.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { encrypt } from './protect-secret.ts'
import { registeredFactors } from './queries.ts'

/** Returns a new key once; the current app stays valid until a code of the new one is confirmed. */
export const newApp = async ({ db, config, brand }: App, { _id: userId, email }: Caller): Promise<NewApp> => {
  const secret = randomBytes(20)
  const pending_secret = await encrypt(db, secret, { owner: userId, use: 'authenticator', config })
  await db
    .insertInto('authenticator_app')
    .values({ user_id: userId, pending_secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret }))
    .execute()
  return {
    key: new Secret({ buffer: new Uint8Array(secret).buffer }).base32,
    address: appFor(secret, email, brand().name).toString(),
  }
}

/** Returns recovery codes if this is the user's first factor. */
export const addApp = (app: App, call: CallOf<typeof factors.addApp>): Promise<string[]> =>
  changeFactors(app, call, {
    action: 'authenticator app added',
    told: 'An authenticator app was added to your account.',
    change: async (tx) => {
      const attempt = { userId: call.user._id, code: call.body.code, config: app.config, isPending: true }
      if (!(await takeAppCode(tx, attempt)))
        throw new Refusal(400, 'This code is incorrect. Enter the one the app shows now.', { field: 'code' })
      return {}
    },
  })

export const removeApp = async (app: App, acting: Acting<Caller>): Promise<void> => {
  await changeFactors(app, acting, {
    action: 'authenticator app removed',
    told: 'The authenticator app was removed from your account.',
    change: async (tx) => {
      await tx
        .deleteFrom('authenticator_app')
        .where('user_id', '=', acting.user._id)
        .where('secret', 'is not', null)
        .returning('user_id')
        .executeTakeFirstOrThrow(() => notFound('Authenticator app'))
      return {}
    },
  })
}

/** Replaces all earlier codes; refused without a second factor, because there is nothing to recover. */
export const newRecoveryCodes = ({ db, config }: App, acting: Acting<Caller>): Promise<string[]> =>
  transaction(db, async (tx) => {
    const { account } = await lockAccount(tx, acting.user._id)
    const userId = account.id
    const { passkeys, app } = await registeredFactors(tx, userId)
    if (passkeys === 0 && !app) throw new Refusal(409, 'Add a passkey or an authenticator app first.')
    const codes = await makeRecoveryCodes(tx, { userId, config })
    await recorderIn(tx, acting)('recovery codes created', ['account', userId])
    await queueNotice(
      tx,
      userId,
      factorsChangedEmail(account, 'New recovery codes were created. The old ones no longer work.', config),
    )
    return codes
  })
