import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Config } from '#platform/config.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import type { Factors } from './factor-shapes.ts'
import { passkeysOf } from './check-passkey.ts'
import { accountById } from '../find-account.ts'

/** The sign-in methods of the account besides the password. */
export const factorsOf = async (
  db: Db,
  { SECOND_FACTOR, ORDER_PASSKEY }: Pick<Config, 'SECOND_FACTOR' | 'ORDER_PASSKEY'>,
  userId: string,
): Promise<z.input<typeof Factors>> => {
  const account = await accountById(db, userId)
  const passkeys = await passkeysOf(db, userId)
  const held = await registeredFactors(db, userId)
  return {
    passkeys: passkeys.map(({ id, name, created_at, last_used_at, needs_password }) => ({
      _id: id,
      name,
      needsPassword: needs_password,
      createdAt: created_at,
      lastUsedAt: last_used_at,
    })),
    app: held.app && { createdAt: held.app.created_at, lastUsedAt: held.app.last_used_at },
    recoveryCodesLeft: held.recoveryCodes,
    isRequired: needsFactor(account, SECOND_FACTOR),
    confirmsOrders: ORDER_PASSKEY && passkeys.length > 0,
  }
}

export const needsFactor = (
  { is_admin, is_sales_rep }: Pick<Row<'account'>, 'is_admin' | 'is_sales_rep'>,
  setting: Config['SECOND_FACTOR'],
): boolean => setting === 'staff' && (is_admin || is_sales_rep)

interface Held {
  passkeys: number
  app: Pick<Row<'authenticator_app'>, 'created_at' | 'last_used_at'> | null
  recoveryCodes: number
}

export const registeredFactors = async (db: Db | Tx, userId: string): Promise<Held> => {
  const count = (table: 'passkey' | 'recovery_code') =>
    sql<number>`(select count(*)::int from ${sql.table(table)} where user_id = ${userId})`
  const app = await db
    .selectFrom('authenticator_app')
    .select(['created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('secret', 'is not', null)
    .executeTakeFirst()
  const counted = await db
    .selectNoFrom([count('passkey').as('passkeys'), count('recovery_code').as('recoveryCodes')])
    .executeTakeFirstOrThrow()
  return { ...counted, app: app ?? null }
}
