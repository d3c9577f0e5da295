import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session the request came with. */
    callerId: string | null
  }
}

/** What was understood, and refused for who asked or for how often. */
const refusals = [403, 429]

/**
 * One line of the log for each request: when, from where, who, what, and how it ended. What was under way when the process
 * died is told at the level of debugging only.
 */
export const logRequests = (http: FastifyInstance): void => {
  http.decorateRequest('callerId', null)
  http.addHook('onRequest', async (request) => request.log.debug({ req: request }, 'request received'))
  http.addHook('onResponse', async (request, { statusCode: status, elapsedTime }) => {
    const line = { req: request, user: request.callerId, status, milliseconds: Math.round(elapsedTime) }
    if (refusals.includes(status)) request.log.warn(line, 'request refused')
    else request.log.info(line, 'request completed')
  })
}
