import { recordAudit } from '#audit/record-entry.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { App } from '#platform/feature.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { changeFactors, type Changing } from './change-factors.ts'
import {
  asDescriptor,
  handleOf,
  passkeysOf,
  timeout,
  relyingPartyOf,
  createChallenge,
  consumeChallenge,
} from './check-passkey.ts'
import type { CreationOptions, NewCredential } from './factor-shapes.ts'

const maxPasskeys = 20
/** EdDSA, ES256 and RS256: every device supports at least one. */
const algorithms = [-8, -7, -257]

/** Requests a discoverable credential with user verification, so that it can sign in on its own. */
export const newPasskeyOptions = async ({ db, config, brand }: App, caller: Caller): Promise<CreationOptions> => ({
  challenge: await createChallenge(db, { purpose: 'registration', boundTo: caller.tokenHash }),
  timeout,
  rp: { id: relyingPartyOf(config).id, name: brand().name },
  user: {
    id: handleOf(caller._id),
    name: caller.email,
    displayName: `${caller.name} ${caller.lastName}`.trim() || caller.email,
  },
  pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
  excludeCredentials: (await passkeysOf(db, caller._id)).map(asDescriptor),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
})

interface Adding {
  caller: Caller
  made: NewCredential
  name: string
  request: RequestFacts
}

/** Returns recovery codes if this is the user's first factor. */
export const addPasskey = async (app: Changing, { caller, made, name, request }: Adding): Promise<string[]> => {
  const { db, config } = app
  const credential = await verifiedCredential(db, config, caller, made)
  return changeFactors(app, {
    caller,
    request,
    action: 'passkey added',
    told: `The passkey “${name}” was added to your account.`,
    act: async (tx) => {
      if ((await passkeysOf(tx, caller._id)).length >= maxPasskeys)
        throw new Refusal(409, `You already have ${maxPasskeys} passkeys. Remove one you no longer use.`)
      const added = await tx
        .insertInto('passkey')
        .values({
          id: newId(),
          user_id: caller._id,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey),
          sign_count: credential.counter,
          transports: made.response.transports ?? [],
          name,
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) throw new Refusal(409, 'This passkey was already added.')
      return { name }
    },
  })
}

const verifiedCredential = async (db: Db, config: Config, caller: Caller, made: NewCredential) => {
  const { authenticatorAttachment: _, response, ...told } = made
  const expectedChallenge = await consumeChallenge(db, response.clientDataJSON, {
    purpose: 'registration',
    boundTo: caller.tokenHash,
  })
  const party = relyingPartyOf(config)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { clientDataJSON, attestationObject } = response
  const verified = await verifyRegistrationResponse({
    response: { ...told, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
    // The library throws for any invalid input.
  }).catch(() => null)
  if (!verified?.verified)
    throw new Refusal(400, 'This passkey was not accepted. Try again or use another method.', { field: 'passkey' })
  return verified.registrationInfo.credential
}

interface Renaming {
  caller: Caller
  id: string
  name: string
  request: RequestFacts
}

export const renamePasskey = (db: Db, { caller, id, name, request }: Renaming): Promise<void> =>
  transaction(db, async (tx) => {
    const renamed = await tx
      .updateTable('passkey')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', caller._id)
      .returning('id')
      .executeTakeFirst()
    if (!renamed) throw notFound('Passkey')
    const entityId = caller._id
    await recordAudit(tx, {
      actorId: entityId,
      action: 'passkey renamed',
      entity: 'account',
      entityId,
      after: { name },
      request,
    })
  })

export const removePasskey = async (app: Changing, { caller, id, request }: Omit<Renaming, 'name'>): Promise<void> => {
  await changeFactors(app, {
    caller,
    request,
    action: 'passkey removed',
    told: 'A passkey was removed from your account.',
    act: async (tx) => {
      const removed = await tx
        .deleteFrom('passkey')
        .where('id', '=', id)
        .where('user_id', '=', caller._id)
        .returning('name')
        .executeTakeFirst()
      if (!removed) throw notFound('Passkey')
      return removed
    },
  })
}
