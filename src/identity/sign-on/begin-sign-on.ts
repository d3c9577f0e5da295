import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '#platform/feature.ts'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import { readCookie, writeCookie } from '#platform/http/cookies.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { type AuthorizationSecrets, beginAuthorization } from './call-provider.ts'
import { providerFor, redirectUriOf } from './find-provider.ts'

const cookieName = 'apotheca_sign_on'
const path = '/api/users/signin'
const minutesValid = 10

const hashOf = (what: 'state' | 'browser', drawn: string): Buffer =>
  createHash('sha256').update(`sign-on-${what}:${drawn}`).digest()

/** Redirects a browser to its company's sign-on; only this browser can return from there. */
export const beginSignOn = async (
  { db, config }: App,
  email: string | undefined,
): Promise<{ url: string; cookie: string }> => {
  const provider = await providerFor(db, config, email)
  const { url, state, nonce, verifier } = await beginAuthorization(provider, redirectUriOf(config, provider.businessId))
  const browser = randomBytes(32).toString('base64url')
  await db
    .insertInto('sign_on_attempt')
    .values({
      state_hash: hashOf('state', state),
      browser_hash: hashOf('browser', browser),
      business_id: provider.businessId,
      nonce,
      verifier,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutesValid})`,
    })
    .execute()
  return { url, cookie: browserCookie(browser, config) }
}

const browserCookie = (value: string, config: Pick<Config, 'PUBLIC_URL'>): string =>
  writeCookie({ name: cookieName, value, path, seconds: value ? minutesValid * 60 : 0 }, config)

export const noBrowserCookie = (config: Pick<Config, 'PUBLIC_URL'>): string => browserCookie('', config)

/** Consumes the attempt that this state started in this browser. */
export const takeAttempt = async (
  db: Db,
  state: string,
  { cookie, config }: Pick<RequestFacts, 'cookie'> & { config: Pick<Config, 'PUBLIC_URL'> },
): Promise<AuthorizationSecrets & { businessId: string | null }> => {
  const taken = await db
    .deleteFrom('sign_on_attempt')
    .where('state_hash', '=', hashOf('state', state))
    .where('browser_hash', '=', hashOf('browser', readCookie(cookie, cookieName, config)))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['business_id', 'nonce', 'verifier'])
    .executeTakeFirstOrThrow(() => over())
  return { state, nonce: taken.nonce, verifier: taken.verifier, businessId: taken.business_id }
}

export const over = () =>
  new Refusal(401, 'That took too long or was started in another browser. Please sign in again.')
