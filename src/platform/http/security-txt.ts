import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const daysValid = 90
const path = '/.well-known/security.txt'

/** Contact for vulnerability reports (RFC 9116); proxies may cache it for a day. */
export const securityTxtRoute = (http: FastifyInstance, { CONTACT_EMAIL, PUBLIC_URL }: Config): void => {
  const canonical = PUBLIC_URL && `Canonical: ${new URL(path, PUBLIC_URL).href}\n`
  http.get(path, { config: { access: 'anyone' } }, async (_request, reply) => {
    const expires = new Date(Date.now() + daysValid * 86_400_000).toISOString()
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`Contact: mailto:${CONTACT_EMAIL}\nExpires: ${expires}\nPreferred-Languages: en\n${canonical}`)
  })
}
