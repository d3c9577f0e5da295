import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Config } from '#platform/config.ts'
import type { Tx } from '#platform/db/tables.ts'
import { decrypt } from './protect-secret.ts'

const period = 30

/** Six digits of SHA-1 every 30 seconds: the settings that every authenticator app supports. */
export const appFor = (secret: Buffer, email: string, issuer = ''): TOTP =>
  new TOTP({
    issuer,
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

interface Check {
  userId: string
  code: string
  config: Pick<Config, 'SECRET_KEY'>
  /** Checks the pending secret, which awaits its first code, instead of the active one. */
  isPending?: boolean
}

/** Accepts the current code and the previous one; an accepted code and all earlier ones cannot be used again. */
export const takeAppCode = async (tx: Tx, { userId, code, config, isPending = false }: Check): Promise<boolean> => {
  const app = await tx
    .selectFrom('authenticator_app')
    .select(['secret', 'pending_secret', 'last_step', sql<number>`extract(epoch from now())::float8`.as('seconds')])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const kept = isPending ? app?.pending_secret : app?.secret
  const secret = kept && (await decrypt(tx, kept, { owner: userId, use: 'authenticator', config }))
  if (!app || !secret) return false
  const delta = appFor(secret, '').validate({ token: code, timestamp: app.seconds * 1_000, window: 1 })
  if (delta === null) return false
  const step = Math.floor(app.seconds / period) + delta
  if (!isPending && step <= app.last_step) return false
  await tx
    .updateTable('authenticator_app')
    .set({
      last_step: step,
      ...(isPending
        ? { secret: kept, pending_secret: null, created_at: sql<Date>`now()`, last_used_at: null }
        : { last_used_at: sql<Date>`now()` }),
    })
    .where('user_id', '=', userId)
    .execute()
  return true
}
