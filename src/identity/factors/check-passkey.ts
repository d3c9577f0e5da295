import { sql } from 'kysely'
import { recorderIn } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { RequestOptions, SignedChallenge } from './factor-shapes.ts'
import { randomBytes } from 'node:crypto'

export const timeout = 300_000

interface Bond {
  purpose: Row<'passkey_challenge'>['purpose']
  /** Hash of the session or unfinished sign-in that alone may answer; null before the user is known. */
  boundTo: Buffer | null
}

interface Params extends Bond {
  /** The user whose passkeys are accepted; null accepts any discoverable passkey of the device. */
  userId: string | null
}

/** Options for `navigator.credentials.get`. */
export const requestOptions = async (db: Db, config: Config, asking: Params): Promise<RequestOptions> => {
  const { id: rpId } = relyingPartyOf(config)
  const known = asking.userId ? await passkeysOf(db, asking.userId) : []
  if (asking.userId && known.length === 0) throw new Refusal(409, 'There is no passkey for this account.')
  return {
    challenge: await createChallenge(db, asking),
    timeout,
    rpId,
    allowCredentials: known.map(asDescriptor),
    userVerification: 'required',
  }
}

export const passkeysOf = (db: Db | Tx, userId: string): Promise<Row<'passkey'>[]> =>
  db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').limit(100).execute()

export const asDescriptor = ({ credential_id, transports }: Row<'passkey'>) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports,
})

interface Check extends Params {
  signed: SignedChallenge
  request: RequestFacts
}

/** The id of the user whose passkey signed the challenge; refuses unknown and seemingly cloned passkeys. */
export const checkPasskey = async (db: Db, config: Config, check: Check): Promise<string> => {
  const { signed, userId, request } = check
  const challenge = await consumeChallenge(db, signed.response.clientDataJSON, check)
  const outcome = await transaction(db, async (tx) => {
    const passkey = await tx
      .selectFrom('passkey')
      .selectAll()
      .where('credential_id', '=', signed.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!passkey || (userId && passkey.user_id !== userId) || !isHolder(signed, passkey)) return null
    const count = await countSigned(signed, passkey, { challenge, party: relyingPartyOf(config) })
    if (count === null) return null
    const before = Number(passkey.sign_count)
    if ((before > 0 || count > 0) && count <= before) {
      const record = recorderIn(tx, { user: null, request })
      await record('passkey refused, its counter went back', ['account', passkey.user_id], {
        after: { name: passkey.name },
      })
      return null
    }
    if (check.purpose === 'sign-in' && passkey.needs_password) return 'needsPassword'
    await tx
      .updateTable('passkey')
      .set({ sign_count: count, last_used_at: sql<Date>`now()` })
      .where('id', '=', passkey.id)
      .execute()
    return passkey.user_id
  })
  if (outcome === 'needsPassword')
    throw new Refusal(403, 'Sign in with your password, then confirm this passkey in your profile.', {
      field: 'passkey',
    })
  if (!outcome)
    throw new Refusal(400, 'This passkey was not accepted. Try again or use another method.', { field: 'passkey' })
  return outcome
}

/** Devices may leave out the user handle. */
const isHolder = ({ response: { userHandle } }: SignedChallenge, { user_id }: Row<'passkey'>): boolean =>
  !userHandle || userHandle === handleOf(user_id)

/** The account's handle on the device; reveals nothing about the user. */
export const handleOf = (userId: string): string => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

/** The device's signature counter; null if the signature is invalid. */
const countSigned = async (
  { authenticatorAttachment: _, response: { userHandle: __, ...response }, ...signed }: SignedChallenge,
  { credential_id, public_key }: Row<'passkey'>,
  { challenge, party }: { challenge: string; party: ReturnType<typeof relyingPartyOf> },
): Promise<number | null> => {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...signed, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // `checkPasskey` compares the counter itself, to tell a counter that went back from a wrong signature.
      credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter: 0 },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws for any invalid input.
    return null
  }
}

/** The WebAuthn relying party binds passkeys to the portal's own address. Passkeys need a host name. A loopback address becomes `localhost`; other IP addresses have no name. */
export const relyingPartyOf = ({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>) => {
  const url = new URL(PUBLIC_URL || `http://localhost:${PORT}`)
  if (/^(?:127\.|\[::1\]$)/.test(url.hostname)) url.hostname = 'localhost'
  if (/^[\d.]+$|^\[/.test(url.hostname))
    throw new Refusal(409, 'Passkeys require a portal address with a host name, not an IP address.')
  return { id: url.hostname, origin: url.origin }
}

const minutesValid = 15

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
    .executeTakeFirstOrThrow(() => new Refusal(400, 'That took too long. Please try again.', { field: 'passkey' }))
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
