import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { decrypt } from '../factors/protect-secret.ts'

/** An OpenID Connect provider of a company. */
export interface SignOnProvider {
  /** Null for the staff's provider. */
  businessId: string | null
  issuer: string
  clientId: string
  clientSecret: string
  /** Email domains it may vouch for; empty means any, which only the staff's provider may. */
  domains: string[]
}

/** Each provider has its own callback path, so that a response cannot be attributed to another provider. */
export const callbackPath = ({ businessId }: Pick<SignOnProvider, 'businessId'>): string => businessId ?? 'staff'

export const redirectUriOf = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, businessId: string | null): string =>
  `${PUBLIC_URL}/signin/company/${callbackPath({ businessId })}`

/** Null if there is none or its secret cannot be decrypted. */
export const findProvider = async (
  db: Db,
  config: Config,
  businessId: string | null,
): Promise<SignOnProvider | null> => {
  if (businessId === null) return staffProvider(config)
  const row = await db
    .selectFrom('business_sign_on')
    .select(['issuer', 'client_id', 'client_secret'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  const secret = row && (await decrypt(db, row.client_secret, { owner: businessId, use: 'sign-on', config }))
  if (!row || !secret) return null
  return {
    businessId,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: secret.toString(),
    domains: await signOnDomains(db, businessId),
  }
}

export const signOnDomains = async (db: Db, businessId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('business_sign_on_domain')
    .select('domain')
    .where('business_id', '=', businessId)
    .orderBy('domain')
    .execute()
  return rows.map(({ domain }) => domain)
}

const staffProvider = (config: Config): SignOnProvider | null => {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_DOMAINS } = config
  if (!OIDC_ISSUER) return null
  return {
    businessId: null,
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    domains: OIDC_DOMAINS.toLowerCase().split(/\s+/).filter(Boolean),
  }
}

export const domainIn = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** By the email domain; without an address, the staff's provider. */
export const providerFor = async (db: Db, config: Config, email: string | undefined): Promise<SignOnProvider> => {
  const business =
    email === undefined
      ? null
      : await db
          .selectFrom('business_sign_on_domain')
          .select('business_id')
          .where('domain', '=', domainIn(email.trim()))
          .executeTakeFirst()
  const provider = business === undefined ? null : await findProvider(db, config, business?.business_id ?? null)
  if (!provider) throw noSignOn()
  return provider
}

export const noSignOn = () =>
  new Refusal(404, 'No company sign-on is set up for this email address.', { field: 'email' })
