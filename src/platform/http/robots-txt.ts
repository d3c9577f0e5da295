import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Allows indexing of the catalog, but not of demos or of pages behind sign-in. */
export const robotsTxtRoute = (http: FastifyInstance, { DEMO, PRICES }: Config): void => {
  const closed = DEMO || PRICES === 'signed-in' ? ['/'] : ['/api/', '/admin/', '/dev/', '/order/', '/cart']
  const text = `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}`
  http.get('/robots.txt', { config: { access: 'anyone' } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(text),
  )
}
