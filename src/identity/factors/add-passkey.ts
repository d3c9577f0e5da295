import { act } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { App } from '#platform/feature.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { changeFactors } from './change-factors.ts'
import {
  asDescriptor,
  handleOf,
  passkeysOf,
  timeout,
  relyingPartyOf,
  createChallenge,
  consumeChallenge,
} from './check-passkey.ts'
import type { factors } from './contract.ts'
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

/** Returns recovery codes if this is the user's first factor. */
export const addPasskey = async (app: App, call: CallOf<typeof factors.addPasskey>): Promise<string[]> => {
  const { name, passkey: made } = call.body
  const { _id: userId } = call.user
  const credential = await verifiedCredential(app, call.user, made)
  return changeFactors(app, call, {
    action: 'passkey added',
    told: `The passkey “${name}” was added to your account.`,
    change: async (tx) => {
      if ((await passkeysOf(tx, userId)).length >= maxPasskeys)
        throw new Refusal(409, `You already have ${maxPasskeys} passkeys. Remove one you no longer use.`)
      await tx
        .insertInto('passkey')
        .values({
          id: newId(),
          user_id: userId,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey),
          sign_count: credential.counter,
          transports: made.response.transports ?? [],
          name,
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning('id')
        .executeTakeFirstOrThrow(() => new Refusal(409, 'This passkey was already added.'))
      return { name }
    },
  })
}

const verifiedCredential = async ({ db, config }: App, caller: Caller, made: NewCredential) => {
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

export const renamePasskey = (
  db: Db,
  { params: { id }, body: { name }, ...acting }: CallOf<typeof factors.renamePasskey>,
): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    await tx
      .updateTable('passkey')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', actor._id)
      .returning('id')
      .executeTakeFirstOrThrow(() => notFound('Passkey'))
    await record('passkey renamed', ['account', actor._id], { after: { name } })
  })

export const removePasskey = async (app: App, call: CallOf<typeof factors.removePasskey>): Promise<void> => {
  await changeFactors(app, call, {
    action: 'passkey removed',
    told: 'A passkey was removed from your account.',
    change: async (tx) => {
      const removed = await tx
        .deleteFrom('passkey')
        .where('id', '=', call.params.id)
        .where('user_id', '=', call.user._id)
        .returning('name')
        .executeTakeFirstOrThrow(() => notFound('Passkey'))
      return removed
    },
  })
}
