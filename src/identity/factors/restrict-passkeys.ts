import { act } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { factors } from './contract.ts'

/** Requires the password with every passkey until the owner confirms it, because an intruder may have added one. */
export const restrictPasskeys = async (tx: Tx, userId: string): Promise<void> => {
  await tx.updateTable('passkey').set({ needs_password: true }).where('user_id', '=', userId).execute()
}

/** Removes the second factors, recovery codes and company identities added since this time. */
export const removeFactorsSince = async (tx: Tx, userId: string, since: Date): Promise<void> => {
  for (const table of ['passkey', 'authenticator_app', 'company_identity'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).where('created_at', '>=', since).execute()
  await tx
    .updateTable('authenticator_app')
    .set({ pending_secret: null })
    .where('user_id', '=', userId)
    .where('secret', 'is not', null)
    .execute()
  // The codes may have been seen by an intruder.
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** The owner, signed in by password, confirms that the passkey is theirs; it can sign in on its own again. */
export const trustPasskey = (db: Db, call: CallOf<typeof factors.trustPasskey>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const trusted = await tx
      .updateTable('passkey')
      .set({ needs_password: false })
      .where('id', '=', call.params.id)
      .where('user_id', '=', actor._id)
      .returning('name')
      .executeTakeFirstOrThrow(() => notFound('Passkey'))
    await record('passkey confirmed', ['account', actor._id], { after: trusted })
  })
