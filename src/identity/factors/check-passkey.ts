import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { RequestOptions, SignedChallenge } from './factor-shapes.ts'
import { createChallenge, type Purpose, consumeChallenge } from './save-challenge.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'

export const timeout = 300_000

interface Params {
  purpose: Purpose
  boundTo: Buffer | null
  /** Whose passkeys may answer; null lets the device offer what it has. */
  userId: string | null
}

/** What a passkey has to sign. */
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

/** Whose passkey signed the challenge; a refusal when none did that we know, or one that seems to be a copy. */
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
      await recordAudit(tx, {
        actorId: null,
        action: 'passkey refused, its counter went back',
        entity: 'account',
        entityId: passkey.user_id,
        after: { name: passkey.name },
        request,
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

/** The device says for whom it made the passkey, where it knows. */
const isHolder = ({ response: { userHandle } }: SignedChallenge, { user_id }: Row<'passkey'>): boolean =>
  !userHandle || userHandle === handleOf(user_id)

/** What a device calls the account by: nothing that tells who it is. */
export const handleOf = (userId: string): string => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

/** How often the device says that it has signed; null when this signature does not hold. */
const countSigned = async (
  { authenticatorAttachment: _, response: { userHandle: __, ...response }, ...signed }: SignedChallenge,
  { credential_id, public_key }: Row<'passkey'>,
  { challenge, party }: { challenge: string; party: RelyingParty },
): Promise<number | null> => {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...signed, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // The count is compared by us, so that one that went back can be told from a wrong signature.
      credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter: 0 },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // It throws for whatever is wrong with what a stranger sent.
    return null
  }
}
