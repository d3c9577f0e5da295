import type { IDToken } from 'openid-client'
import { LRUCache } from 'lru-cache'
import { Refusal } from '#platform/http/refusal.ts'
import { type SignOnProvider, callbackPath } from './find-provider.ts'
import { isThisMachine } from './sign-on-shapes.ts'

/** Loaded by the first who signs in this way: a portal without it never reads it. */
const library = () => import('openid-client')

type Library = Awaited<ReturnType<typeof library>>
type Client = InstanceType<Library['Configuration']>

/** Less than a request to the portal may take. */
const secondsToAnswer = 5
/** How long it may have been that the person showed the company who he is. */
const freshSeconds = 900

/** What a provider says of itself changes seldom; a failure is not kept. */
const known = new LRUCache<string, Client>({ max: 200, ttl: 10 * 60_000 })

const clientOf = async (provider: SignOnProvider): Promise<Client> => {
  const key = JSON.stringify([callbackPath(provider), provider.issuer, provider.clientId, provider.clientSecret])
  const before = known.get(key)
  if (before) return before
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks, ClientSecretBasic, ClientSecretPost } =
    await library()
  const issuer = new URL(provider.issuer)
  const found = await discovery(
    issuer,
    provider.clientId,
    undefined,
    (server, ...request) => {
      const isPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
      return (isPost ? ClientSecretPost : ClientSecretBasic)(provider.clientSecret)(server, ...request)
    },
    {
      timeout: secondsToAnswer,
      // The signature of the id token is checked too, and not the connection alone that it came by.
      execute: [enableNonRepudiationChecks, ...(isPlain(issuer) ? [allowInsecureRequests] : [])],
    },
  )
  known.set(key, found)
  return found
}

const isPlain = (url: URL): boolean => url.protocol === 'http:' && isThisMachine(url)

/** What is drawn for one way there and back. */
export interface AuthorizationSecrets {
  state: string
  nonce: string
  verifier: string
}

/** Where the browser goes, and what it has to come back with. */
export const beginAuthorization = async (
  provider: SignOnProvider,
  redirectUri: string,
): Promise<{ url: string } & AuthorizationSecrets> => {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
    await library()
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
  try {
    const url = buildAuthorizationUrl(await clientOf(provider), {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      max_age: String(freshSeconds),
    })
    // The provider names it, and a browser would follow it to wherever it leads.
    if (url.protocol !== 'https:' && !isPlain(url))
      throw new Error('The authorization endpoint is not an https address.')
    return { url: url.href, state, nonce, verifier }
  } catch (error) {
    throw new SignOnFailed(away(), error)
  }
}

/** Who came back: what the provider says of him, checked for issuer, audience, time, signature, nonce and state. */
export const finishAuthorization = async (
  provider: SignOnProvider,
  arrived: URL,
  { state, nonce, verifier }: AuthorizationSecrets,
): Promise<IDToken> => {
  const { authorizationCodeGrant, AuthorizationResponseError, fetchUserInfo } = await library()
  try {
    const client = await clientOf(provider)
    const tokens = await authorizationCodeGrant(client, arrived, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The response contains no ID token.')
    if (claims['email'] !== undefined || !client.serverMetadata().userinfo_endpoint) return claims
    const { email, email_verified } = await fetchUserInfo(client, tokens.access_token, claims.sub)
    return { ...claims, ...(email !== undefined && { email }), ...(email_verified !== undefined && { email_verified }) }
  } catch (error) {
    if (error instanceof AuthorizationResponseError) throw new SignOnFailed(declined(), error)
    throw new SignOnFailed(isAway(error) ? away() : unclear(), error)
  }
}

/** What the person is told, and what the log is. */
export class SignOnFailed extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal, cause: unknown) {
    super(refusal.message, { cause })
    this.refusal = refusal
  }
}

const away = () => new Refusal(502, 'Your company’s sign-on does not respond. Please try again later.')
const declined = () => new Refusal(401, 'Your company’s sign-on refused the sign-in. Ask your company’s administrator.')
const unclear = () => new Refusal(401, 'Your company’s sign-on did not identify you. Please try again.')

const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error.cause instanceof Response && error.cause.status >= 500) return true
  const code = 'code' in error ? error.code : ''
  return code === 'OAUTH_TIMEOUT' || error.name === 'TimeoutError' || error.message === 'fetch failed'
}
