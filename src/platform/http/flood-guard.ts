import type { Socket } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from './refusal.ts'

const requestsPerMinute = 1_200
const openAnswersPerSocket = 4

/**
 * Keeps one address, or one network of IPv6, from drowning the others: too many requests a minute get 429, and a socket
 * that sends requests faster than it reads the answers is cut, because its unread answers would fill the memory.
 */
export const floodGuard = async (http: FastifyInstance, { RATE_LIMITS }: Config): Promise<void> => {
  const open = new WeakMap<Socket, number>()
  await http.register(rateLimit, { global: false })
  const count = http.createRateLimit({ max: requestsPerMinute * RATE_LIMITS, timeWindow: '1 minute' })

  // Every request is counted, also at addresses that do not exist, which the plugin's own hook would not see.
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
