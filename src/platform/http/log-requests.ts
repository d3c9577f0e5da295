import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the request's session. */
    callerId: string | null
  }
}

/** Forbidden and rate-limited requests. */
const refusals = [403, 429]

/** One line per completed request: time, address, user, request, status; requests in flight at debug level only. */
export const logRequests = (http: FastifyInstance): void => {
  http.decorateRequest('callerId', null)
  http.addHook('onRequest', async (request) => request.log.debug({ req: request }, 'request received'))
  http.addHook('onResponse', async (request, { statusCode: status, elapsedTime }) => {
    const line = { req: request, user: request.callerId, status, milliseconds: Math.round(elapsedTime) }
    if (refusals.includes(status)) request.log.warn(line, 'request refused')
    else request.log.info(line, 'request completed')
  })
}
