import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Config } from '#platform/config.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { accountById } from '../find-account.ts'
import { signOnDomains, redirectUriOf } from './find-provider.ts'
import type { BusinessSignOn, Ways } from './sign-on-shapes.ts'

export const signOnMethods = async (db: Db, { OIDC_ISSUER, OIDC_NAME }: Config): Promise<z.infer<typeof Ways>> => {
  const any = await db.selectFrom('business_sign_on').select('business_id').limit(1).executeTakeFirst()
  return { staff: OIDC_ISSUER ? OIDC_NAME : null, businesses: any !== undefined }
}

/** The sign-on of the business that a user belongs to. */
export const signOnOf = async (db: Db, config: Config, userId: string): Promise<BusinessSignOn> => {
  const { business_id: id } = await accountById(db, userId)
  if (!id) throw new Refusal(409, 'This user does not belong to a business.')
  const row = await db
    .selectFrom('business_sign_on')
    .select(['issuer', 'client_id', 'are_passwords_off'])
    .where('business_id', '=', id)
    .executeTakeFirst()
  const signOn = row && {
    issuer: row.issuer,
    clientId: row.client_id,
    domains: await signOnDomains(db, id),
    arePasswordsOff: row.are_passwords_off,
    users: await countLinked(db, { businessId: id, issuer: row.issuer }),
  }
  return { signOn: signOn ?? null, redirectUri: redirectUriOf(config, id) }
}

/** How many of its users came by this issuer; ignores a trailing slash. */
export const countLinked = async (
  db: Db | Tx,
  { businessId, issuer }: { businessId: string; issuer: string },
): Promise<number> => {
  const { count } = await db
    .selectFrom('company_identity')
    .innerJoin('user_account', 'user_account.id', 'company_identity.user_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('business_id', '=', businessId)
    .where(sql<string>`rtrim(issuer, '/')`, '=', issuer.replace(/\/+$/, ''))
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  return count
}
