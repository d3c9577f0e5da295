import type { IDToken } from 'openid-client'
import { LRUCache } from 'lru-cache'
import { Refusal } from '#platform/http/refusal.ts'
import { type SignOnProvider, callbackPath } from './find-provider.ts'
import { isThisMachine } from './sign-on-shapes.ts'

/** Loaded on first use, so that a portal without company sign-on never loads it. */
const library = () => import('openid-client')

type Library = Awaited<ReturnType<typeof library>>
type Client = InstanceType<Library['Configuration']>

/** Below the timeout of a request to the portal. */
const secondsToAnswer = 5
/** How long ago the provider may have authenticated the user for the sign-in to count as recent. */
const freshSeconds = 900

/** Provider metadata changes seldom; failures are not cached. */
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
      // Also verifies the signature of the ID token, not only the TLS connection.
      execute: [enableNonRepudiationChecks, ...(isPlain(issuer) ? [allowInsecureRequests] : [])],
    },
  )
  known.set(key, found)
  return found
}

const isPlain = (url: URL): boolean => url.protocol === 'http:' && isThisMachine(url)

/** The random values of one sign-on attempt. */
export interface AuthorizationSecrets {
  state: string
  nonce: string
  verifier: string
}

/** The URL for the browser and the values that it must return with. */
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
    // The provider chooses this URL, and the browser follows it.
    if (url.protocol !== 'https:' && !isPlain(url))
      throw new Error('The authorization endpoint is not an https address.')
    return { url: url.href, state, nonce, verifier }
  } catch (error) {
    throw new SignOnFailed(away(), error)
  }
}

/** The user's claims, after checking issuer, audience, time, signature, nonce and state. */
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

/** A failure with a message for the user and details for the log. */
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
