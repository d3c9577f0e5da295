import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

/** Other sites can send text/plain without a preflight, so only the one route whose contract needs it accepts it. */
export const takeTextOnlyAt = (http: FastifyInstance, path: string): void => {
  http.removeContentTypeParser('text/plain')
  http.addContentTypeParser('text/plain', { parseAs: 'string' }, ({ routeOptions }, body, done) => {
    if (routeOptions.url === path) done(null, body)
    else done(new Refusal(415, 'Send the request as JSON.'))
  })
}
