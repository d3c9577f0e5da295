import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from './refusal.ts'

const requestsPerMinute = 1_200
const openAnswersPerSocket = 4
const windowMilliseconds = 60_000

/**
 * Keeps one address from drowning the others: too many requests a minute get 429, and a socket that sends
 * requests faster than it reads the answers is cut, because its unread answers would fill the memory.
 */
export const floodGuard = (http: FastifyInstance, { RATE_LIMITS }: Config): void => {
  const open = new WeakMap<Socket, number>()
  let seen = new Map<string, number>()
  const sweep = setInterval(() => {
    seen = new Map()
  }, windowMilliseconds)
  sweep.unref()
  http.addHook('onClose', () => clearInterval(sweep))

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
    const address = networkOf(request.ip)
    const count = (seen.get(address) ?? 0) + 1
    seen.set(address, count)
    if (count > requestsPerMinute * RATE_LIMITS)
      throw new Refusal(429, 'Too many requests. Please wait a moment.', { retryAfter: windowMilliseconds / 1_000 })
  })
}

/** One household of IPv6 addresses counts as one. */
const networkOf = (ip: string): string => (ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip)
