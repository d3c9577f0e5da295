import { recordAudit } from '#audit/record-entry.ts'
import type { Config } from '#platform/config.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { lockAccount } from '../lock-account.ts'
import { encrypt } from '../factors/protect-secret.ts'
import { countLinked } from './queries.ts'
import type { BusinessSignOnChanges } from './sign-on-shapes.ts'

interface Change {
  actor: Caller
  /** Any user of the business. */
  id: string
  request: RequestFacts
}

/** Configures the sign-on of a user's business. Never applies to staff, who keep their passwords. */
export const changeSignOn = (
  db: Db,
  config: Config,
  { actor, id, changes, request }: Change & { changes: BusinessSignOnChanges },
): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const businessId = await lockBusinessOf(tx, id)
    const before = await factsOf(tx, businessId)
    const { issuer, clientId, clientSecret, arePasswordsOff } = changes
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
    await saveDomains(tx, businessId, changes.domains)
    if (arePasswordsOff) await refuseShuttingOut(tx, { businessId, issuer })
    if (arePasswordsOff && !before?.are_passwords_off) await signOut(tx, businessId)
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'company sign-on changed',
      entity: 'business',
      entityId: businessId,
      ...(before && { before: { ...before } }),
      after: { ...facts, domains: changes.domains, isSecretNew: clientSecret !== undefined },
      request,
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
    await tx
      .deleteFrom(table)
      .where('user_id', 'in', (eb) =>
        eb
          .selectFrom('user_account')
          .select('id')
          .where('business_id', '=', businessId)
          .where('is_admin', '=', false)
          .where('is_sales_rep', '=', false),
      )
      .execute()
}

export const removeSignOn = (db: Db, { actor, id, request }: Change): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const businessId = await lockBusinessOf(tx, id)
    const before = await factsOf(tx, businessId)
    if (!before) throw notFound('Company sign-on')
    await tx
      .deleteFrom('company_identity')
      .where('user_id', 'in', (eb) =>
        eb
          .selectFrom('user_account')
          .select('id')
          .where('business_id', '=', businessId)
          .where('is_admin', '=', false)
          .where('is_sales_rep', '=', false),
      )
      .execute()
    await tx.deleteFrom('business_sign_on').where('business_id', '=', businessId).execute()
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'company sign-on removed',
      entity: 'business',
      entityId: businessId,
      before: { ...before },
      request,
    })
  })
