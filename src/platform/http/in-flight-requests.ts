import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Resolves when this process has no request in flight, or after so many milliseconds. */
export type AwaitIdle = (most: number) => Promise<void>

/** Most answers take less than this; a wait limit for code that holds a lock or connection. */
export const typicalAnswerMilliseconds = 20

export const trackInFlight = (http: FastifyInstance): AwaitIdle => {
  const waiting = new Set<object>()
  let idle = Promise.withResolvers<void>()
  http.addHook('onRequest', (_request, reply, done) => {
    waiting.add(reply)
    // Also fires for connections that were cut.
    reply.raw.once('close', () => {
      waiting.delete(reply)
      if (waiting.size > 0) return
      idle.resolve()
      idle = Promise.withResolvers()
    })
    done()
  })
  return async (most) => {
    // Lets requests that arrived while this process was busy start first.
    await setImmediate()
    if (waiting.size === 0) return
    const enough = new AbortController()
    await Promise.race([idle.promise, pause(most, undefined, { signal: enough.signal }).catch(() => {})])
    enough.abort()
  }
}
