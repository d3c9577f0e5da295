import { createHash, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export const clientId = 'the-portal'
export const clientSecret = 'what they share'

/** The user at the provider's page. */
export interface ProviderPerson {
  sub: string
  email?: string
  email_verified?: boolean | string
}

const formText = (encoded: string): string => decodeURIComponent(encoded.replaceAll('+', ' '))

interface Begun {
  challenge: string
  redirectUri: string
  nonce: string
  person: ProviderPerson
}

/** A local OpenID Connect provider that authenticates anyone; tests can inject errors. */
export const startProvider = async () => {
  const key = await generateKeyPair('RS256')
  const stranger = await generateKeyPair('RS256')
  const begun = new Map<string, Begun>()
  const http = Fastify({ forceCloseConnections: true })
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const told = {
    person: { sub: 'nobody' } as ProviderPerson,
    /** Overrides of the ID token's claims. */
    claims: {} as JWTPayload,
    issuer: undefined as string | undefined,
    isForged: false,
    isDeclining: false,
    isDown: false,
    authTime: undefined as number | undefined,
  }
  http.addHook('onRequest', async (_request, reply) => {
    if (told.isDown) await reply.status(503).send({ message: 'away' })
  })

  http.get('/.well-known/openid-configuration', () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }))

  http.get('/jwks', async () => ({
    keys: [{ ...(await exportJWK(key.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
  }))

  http.get<{ Querystring: Record<string, string> }>('/authorize', ({ query }, reply) => {
    const back = new URL(query['redirect_uri'] ?? '')
    back.searchParams.set('state', query['state'] ?? '')
    back.searchParams.set('iss', told.issuer ?? issuer)
    if (query['client_id'] !== clientId || query['code_challenge_method'] !== 'S256') return reply.status(400).send({})
    if (told.isDeclining) back.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      const { code_challenge: challenge = '', redirect_uri: redirectUri = '', nonce = '' } = query
      begun.set(code, { challenge, redirectUri, nonce, person: told.person })
      back.searchParams.set('code', code)
    }
    // An HTML page with a button back, as real providers have.
    return reply
      .type('text/html')
      .send(
        `<!doctype html><html lang="en"><title>Provider</title><main><h1>Provider</h1><a href="${back.href.replaceAll('&', '&amp;')}">Continue</a></main></html>`,
      )
  })

  http.post<{ Body: Record<string, string> }>('/token', async ({ body, headers }, reply) => {
    const [id = '', secret = ''] = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
    const asked = begun.get(body['code'] ?? '')
    begun.delete(body['code'] ?? '')
    const isVerified =
      asked?.challenge ===
      createHash('sha256')
        .update(body['code_verifier'] ?? '')
        .digest('base64url')
    if (formText(id) !== clientId || formText(secret) !== clientSecret)
      return reply.status(401).send({ error: 'invalid_client' })
    if (!asked || !isVerified || asked.redirectUri !== body['redirect_uri'])
      return reply.status(400).send({ error: 'invalid_grant' })
    const now = Math.floor(Date.now() / 1_000)
    const claims: JWTPayload = {
      iss: issuer,
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce: asked.nonce,
      ...asked.person,
      ...(told.authTime !== undefined && { auth_time: told.authTime }),
      ...told.claims,
    }
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(told.isForged ? stranger.privateKey : key.privateKey)
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: token }
  })

  await http.listen({ port: 0, host: '127.0.0.1' })
  const issuer = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`

  return {
    issuer,
    told,
    /** Resets all errors and sets the user at the page. */
    seat: (person: ProviderPerson) =>
      Object.assign(told, {
        person,
        claims: {},
        issuer: undefined,
        isForged: false,
        isDeclining: false,
        isDown: false,
        authTime: undefined,
      }),
    stop: () => http.close(),
  }
}
