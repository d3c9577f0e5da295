import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

/** Pages of other sites may send plain text without asking first: it is taken by the one call whose contract wants it. */
export const takeTextOnlyAt = (http: FastifyInstance, path: string): void => {
  http.removeContentTypeParser('text/plain')
  http.addContentTypeParser('text/plain', { parseAs: 'string' }, ({ routeOptions }, body, done) => {
    if (routeOptions.url === path) done(null, body)
    else done(new Refusal(415, 'Send the request as JSON.'))
  })
}
