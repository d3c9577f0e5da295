import type { Socket } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from './refusal.ts'

const requestsPerMinute = 1_200
const openAnswersPerSocket = 4

/**
 * Limits each address, or IPv6 network, to a number of requests per minute (429 above it). Destroys a socket that sends
 * requests faster than it reads the answers, because unread answers would fill the memory.
 */
export const floodGuard = async (http: FastifyInstance, { RATE_LIMITS }: Config): Promise<void> => {
  const open = new WeakMap<Socket, number>()
  await http.register(rateLimit, { global: false })
  const count = http.createRateLimit({ max: requestsPerMinute * RATE_LIMITS, timeWindow: '1 minute' })

  // Counts all requests, including those of unknown routes, which the plugin's own hook would miss.
  http.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const answers = (open.get(socket) ?? 0) + 1
    open.set(socket, answers)
    reply.raw.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1))
    if (answers > openAnswersPerSocket) {
      socket.destroy()
      return
    }
    if (RATE_LIMITS === 0) return
    const limit = await count(request)
    if (!limit.isAllowed && limit.isExceeded)
      throw new Refusal(429, 'Too many requests. Please wait a moment.', { retryAfter: limit.ttlInSeconds })
  })
}
