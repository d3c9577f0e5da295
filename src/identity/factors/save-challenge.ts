import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Row } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'

const minutesValid = 15

export type Purpose = Row<'passkey_challenge'>['purpose']

interface Bond {
  purpose: Purpose
  /** Hash of the session or unfinished sign-in that alone may answer; null before the user is known. */
  boundTo: Buffer | null
}

/** Creates a random challenge. */
export const createChallenge = async (db: Db, { purpose, boundTo }: Bond): Promise<string> => {
  const challenge = randomBytes(32).toString('base64url')
  await db
    .insertInto('passkey_challenge')
    .values({
      challenge,
      purpose,
      bound_to: boundTo,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutesValid})`,
    })
    .execute()
  return challenge
}

/** Returns the challenge that this response answers, and deletes it whether or not the signature is valid. */
export const consumeChallenge = async (db: Db, clientDataJson: string, { purpose, boundTo }: Bond): Promise<string> => {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challengeIn(clientDataJson))
    .where('purpose', '=', purpose)
    .where(sql<boolean>`bound_to is not distinct from ${boundTo}::bytea`)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('challenge')
    .executeTakeFirst()
  if (!taken) throw new Refusal(400, 'That took too long. Please try again.', { field: 'passkey' })
  return taken.challenge
}

const challengeIn = (clientDataJson: string): string => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : ''
  } catch {
    return ''
  }
}
