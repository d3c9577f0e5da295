import { act } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { lockAccount } from '../lock-account.ts'
import { encrypt } from '../factors/protect-secret.ts'
import type { signOn } from './contract.ts'
import { countLinked } from './queries.ts'

/** Configures the sign-on of a user's business. Never applies to staff, who keep their passwords. */
export const changeSignOn = (db: Db, config: Config, call: CallOf<typeof signOn.change>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const businessId = await lockBusinessOf(tx, call.params.id)
    const before = await factsOf(tx, businessId)
    const { issuer, clientId, clientSecret, arePasswordsOff, domains } = call.body
    // A stored secret must not be sent to another issuer.
    if (clientSecret === undefined && issuer !== before?.issuer)
      throw new Refusal(400, 'The client secret is required.', { field: 'clientSecret' })
    const facts = { issuer, client_id: clientId, are_passwords_off: arePasswordsOff }
    if (clientSecret === undefined)
      await tx.updateTable('business_sign_on').set(facts).where('business_id', '=', businessId).execute()
    else {
      const seal = { owner: businessId, use: 'sign-on', config } as const
      const values = { ...facts, client_secret: await encrypt(tx, Buffer.from(clientSecret), seal) }
      await tx
        .insertInto('business_sign_on')
        .values({ business_id: businessId, ...values })
        .onConflict((conflict) => conflict.column('business_id').doUpdateSet(values))
        .execute()
    }
    await saveDomains(tx, businessId, domains)
    if (arePasswordsOff) await refuseShuttingOut(tx, { businessId, issuer })
    if (arePasswordsOff && !before?.are_passwords_off) await signOut(tx, businessId)
    await record('company sign-on changed', ['business', businessId], {
      before,
      after: { ...facts, domains, isSecretNew: clientSecret !== undefined },
    })
  })

const lockBusinessOf = async (tx: Tx, userId: string): Promise<string> => {
  const { account } = await lockAccount(tx, userId)
  if (!account.business_id) throw new Refusal(409, 'This user does not belong to a business.')
  return account.business_id
}

const factsOf = (tx: Tx, businessId: string) =>
  tx
    .selectFrom('business_sign_on')
    .select(['issuer', 'client_id', 'are_passwords_off'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()

const saveDomains = async (tx: Tx, businessId: string, domains: string[]): Promise<void> => {
  const wanted = [...new Set(domains)].toSorted()
  await tx.deleteFrom('business_sign_on_domain').where('business_id', '=', businessId).execute()
  const kept = await tx
    .insertInto('business_sign_on_domain')
    .values(wanted.map((domain) => ({ domain, business_id: businessId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('domain')
    .execute()
  const taken = wanted.find((domain) => !kept.some((row) => row.domain === domain))
  if (taken !== undefined)
    throw new Refusal(409, `The domain ${taken} is already used by another business.`, { field: 'domains' })
}

/** Passwords may be turned off only after a user has come by the company's sign-on. */
const refuseShuttingOut = async (
  tx: Tx,
  { businessId, issuer }: { businessId: string; issuer: string },
): Promise<void> => {
  if ((await countLinked(tx, { businessId, issuer })) === 0)
    throw new Refusal(409, 'Passwords can be turned off once a user of this business has signed in this way.', {
      field: 'arePasswordsOff',
    })
}

/** Ends sessions that began with a password. */
const signOut = async (tx: Tx, businessId: string): Promise<void> => {
  for (const table of ['session', 'sign_in_step'] as const)
    await tx.deleteFrom(table).where('user_id', 'in', usersOf(tx, businessId)).execute()
}

const usersOf = (tx: Tx, businessId: string) =>
  tx
    .selectFrom('user_account')
    .select('id')
    .where('business_id', '=', businessId)
    .where('is_admin', '=', false)
    .where('is_sales_rep', '=', false)

export const removeSignOn = (db: Db, call: CallOf<typeof signOn.remove>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const businessId = await lockBusinessOf(tx, call.params.id)
    const before = await factsOf(tx, businessId)
    if (!before) throw notFound('Company sign-on')
    await tx.deleteFrom('company_identity').where('user_id', 'in', usersOf(tx, businessId)).execute()
    await tx.deleteFrom('business_sign_on').where('business_id', '=', businessId).execute()
    await record('company sign-on removed', ['business', businessId], { before })
  })
