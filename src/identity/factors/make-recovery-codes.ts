import { randomInt } from 'node:crypto'
import type { Tx } from '#platform/db/tables.ts'
import { type CodeHolder, digestCode } from './protect-secret.ts'

const codes = 10
/** Leaves out characters that are easily confused; twelve of these are 58 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns new codes once; all earlier ones are void. */
export const makeRecoveryCodes = async (tx: Tx, holder: CodeHolder): Promise<string[]> => {
  const made = Array.from({ length: codes }, drawCode)
  const rows = await Promise.all(
    made.map(async (code) => ({ user_id: holder.userId, code_hmac: await digestCode(tx, plain(code), holder) })),
  )
  await tx.deleteFrom('recovery_code').where('user_id', '=', holder.userId).execute()
  await tx.insertInto('recovery_code').values(rows).execute()
  return made
}

const drawCode = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

/** Normalizes a code, however it was typed. */
const plain = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Consumes a code and returns how many are left; null if the code is unknown. */
export const takeRecoveryCode = async (tx: Tx, typed: string, holder: CodeHolder): Promise<number | null> => {
  const taken = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', holder.userId)
    .where('code_hmac', '=', await digestCode(tx, plain(typed), holder))
    .returning('user_id')
    .executeTakeFirst()
  return taken ? codesLeft(tx, holder.userId) : null
}

const codesLeft = async (tx: Tx, userId: string): Promise<number> => {
  const rows = await tx
    .selectFrom('recovery_code')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(codes)
    .execute()
  return rows.length
}
