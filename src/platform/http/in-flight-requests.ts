import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Resolves once nobody waits for an answer of this process, or after so many milliseconds. */
export type AwaitIdle = (most: number) => Promise<void>

/** Milliseconds after which most answers are there: for who holds something that others may wait for. */
export const typicalAnswerMilliseconds = 20

export const trackInFlight = (http: FastifyInstance): AwaitIdle => {
  const waiting = new Set<object>()
  let idle = Promise.withResolvers<void>()
  http.addHook('onRequest', (_request, reply, done) => {
    waiting.add(reply)
    // Told of answers that were cut off, too.
    reply.raw.once('close', () => {
      waiting.delete(reply)
      if (waiting.size > 0) return
      idle.resolve()
      idle = Promise.withResolvers()
    })
    done()
  })
  return async (most) => {
    // Who came while this process was busy is there now.
    await setImmediate()
    if (waiting.size === 0) return
    const enough = new AbortController()
    await Promise.race([idle.promise, pause(most, undefined, { signal: enough.signal }).catch(() => {})])
    enough.abort()
  }
}
