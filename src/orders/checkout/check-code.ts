import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { activeCustomers } from '#identity/find-customer.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Tx } from '#platform/db/tables.ts'

export const codeSecret = 'one-time-code'

interface LockedCode {
  forUserId: string
  isUsable: boolean
  /** Hexadecimal, like the secret. */
  hmac: string
  secret: string | null
}

/**
 * Reads the customer and locks the codes that could confirm this order, always in the same order, so that two orders
 * with one code run one after the other.
 */
export const lockCodes = prepareStatement((db, { actorId, customerId }: { actorId: string; customerId: string }) =>
  activeCustomers(db)
    .where('account.id', '=', customerId)
    .select(
      sql<LockedCode[]>`(
        select coalesce(json_agg(code), '[]') from (
          select for_user_id as "forUserId", expires_at > now() and tries_left > 0 as "isUsable",
            encode(code_hmac, 'hex') as hmac,
            (select encode(value, 'hex') from portal_secret where name = ${sql.lit(codeSecret)}) as secret
          from one_time_code
          where user_id = ${actorId}::uuid and for_user_id in (${actorId}::uuid, ${customerId}::uuid)
          order by for_user_id for update
        ) code)`.as('codes'),
    ),
)

/** The user the matching code was sent for, or whether the failed try was counted and no code is left. */
export type CodeCheck = { codeFor: string } | { isCounted: boolean; isOver: boolean }

interface Check {
  /** Locked by the same transaction. */
  codes: readonly LockedCode[]
  actorId: string
  customerId: string
  code: string
}

/** Finds the code that confirms the order. A failed try is counted, so the transaction must commit. */
export const checkCode = async (tx: Tx, { codes, actorId, customerId, code }: Check): Promise<CodeCheck> => {
  const right = codes.find(
    ({ isUsable, hmac, secret }) =>
      isUsable &&
      secret &&
      timingSafeEqual(Buffer.from(hmac, 'hex'), codeHmac(Buffer.from(secret, 'hex'), actorId, code)),
  )
  if (right) return { codeFor: right.forUserId }
  const counted = await tx
    .updateTable('one_time_code')
    .where('user_id', '=', actorId)
    .set({ tries_left: sql`tries_left - 1` })
    .where('for_user_id', 'in', [actorId, customerId])
    .where('tries_left', '>', 0)
    .returning(sql<boolean>`expires_at > now() and tries_left > 0`.as('is_usable'))
    .execute()
  const isOver = codes.length > 0 && !counted.some(({ is_usable }) => is_usable)
  return { isCounted: counted.length > 0, isOver }
}

/** With only a million possible codes, a plain hash could be reversed. */
export const codeHmac = (secret: Buffer, userId: string, code: string): Buffer =>
  createHmac('sha256', secret).update(`one-time-code:${userId}:${code}`).digest()
