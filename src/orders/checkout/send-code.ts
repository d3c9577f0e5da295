import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { refuseNewEmail } from '#identity/change-email.ts'
import { checkPasskey, requestOptions } from '#identity/factors/check-passkey.ts'
import type { RequestOptions } from '#identity/factors/factor-shapes.ts'
import { composeEmail } from '#mail/compose-email.ts'
import { isMailLate } from '#mail/mail-delay.ts'
import { queueMail } from '#mail/send-mail.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import { ownSecret } from '#platform/db/own-secret.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { CountAttempt } from '#platform/http/limits.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { customerToOrderFor } from '#identity/find-customer.ts'
import type { orders } from '../contract.ts'
import { codeHmac, codeSecret } from './check-code.ts'

const minutesValid = 10
const tries = 5

/**
 * Emails the caller a new code that confirms one order for the given customer. If staff pass their own id, the code is
 * valid for any customer they choose. A new code replaces the previous one. Returns whether delivery is delayed.
 */
export const sendCode = async (
  db: Db,
  caller: Caller,
  forUserId: string,
  { config, countAttempt }: { config: Config; countAttempt: CountAttempt },
): Promise<{ isLate: boolean }> => {
  await refuseNewEmail(db, caller, config)
  if (forUserId !== caller._id) await customerToOrderFor(db, caller, forUserId)
  await countAttempt(db, {
    what: 'code-again',
    whom: [caller._id, forUserId],
    most: 1,
    seconds: 60,
    message: (_minutes, seconds) => `A code was just sent. You can request another in ${seconds} seconds.`,
  })
  const message = (minutes: number) =>
    `Too many codes were sent. Request another in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  await countAttempt(db, { what: 'code', whom: [caller._id, forUserId], most: 5, seconds: 3_600, message })
  await countAttempt(db, { what: 'code-by', whom: [caller._id], most: 30, seconds: 3_600, message })

  await transaction(db, async (tx) => queueMail(tx, codeEmail(caller, await writeCode(tx, caller, forUserId))))
  return { isLate: await isMailLate(db, caller.email) }
}

/** A passkey is stronger than a mailbox: if the operator allows it, the caller gets the code in the response. */
export const codeForPasskey = async (
  db: Db,
  config: Config,
  { params: { id: forUserId }, body, user: caller, request }: CallOf<typeof orders.passkeyCode>,
): Promise<string> => {
  refuseUnlessAllowed(config)
  await refuseNewEmail(db, caller, config)
  if (forUserId !== caller._id) await customerToOrderFor(db, caller, forUserId)
  await checkPasskey(db, config, { ...bondOf(caller), signed: body.passkey, request })
  return transaction(db, (tx) => writeCode(tx, caller, forUserId))
}

export const passkeyCodeOptions = async (db: Db, config: Config, caller: Caller): Promise<RequestOptions> => {
  refuseUnlessAllowed(config)
  await refuseNewEmail(db, caller, config)
  return requestOptions(db, config, bondOf(caller))
}

const bondOf = ({ _id, tokenHash }: Caller) => ({ purpose: 'order', boundTo: tokenHash, userId: _id }) as const

const refuseUnlessAllowed = ({ ORDER_PASSKEY }: Config): void => {
  if (!ORDER_PASSKEY) throw new Refusal(409, 'Orders are confirmed with the code that we email.')
}

/** Stores a new code and returns it. */
const writeCode = async (tx: Tx, caller: Caller, forUserId: string): Promise<string> => {
  const code = randomInt(0, 1_000_000).toString().padStart(6, '0')
  const fresh = {
    code_hmac: codeHmac(await ownSecret(tx, codeSecret), caller._id, code),
    expires_at: sql<Date>`now() + make_interval(mins => ${minutesValid})`,
    tries_left: tries,
  }
  await tx
    .insertInto('one_time_code')
    .values({ user_id: caller._id, for_user_id: forUserId, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'for_user_id']).doUpdateSet({ ...fresh, created_at: sql`now()` }),
    )
    .execute()
  return code
}

export const codeEmail = ({ email, name }: Pick<Caller, 'email' | 'name'>, code: string) => ({
  ...composeEmail({ email, name }, `Your verification code: ${code}`, [
    'Enter this code to place your order:',
    { kind: 'code', code },
    `It is valid for ${minutesValid} minutes and for one order. If you did not request it, you can ignore this email.`,
  ]),
  isAwaited: true,
})
