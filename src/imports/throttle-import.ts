import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '#platform/db/tables.ts'
import { type AwaitIdle, typicalAnswerMilliseconds } from '#platform/http/in-flight-requests.ts'

/** Throttles work so that it does not keep requests waiting. */
interface Throttle {
  /** The transaction, yielding after each statement to requests in flight, for a typical answer time at most. */
  throttled(tx: Tx): Tx
  /** Sleeps for as long as it worked, because other processes serve requests, then lets requests finish. */
  pause(): Promise<void>
}

export const makeThrottle = (awaitIdle: AwaitIdle): Throttle => {
  let began = performance.now()
  let waited = 0
  return {
    throttled: (tx) =>
      tx.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          const from = performance.now()
          await awaitIdle(typicalAnswerMilliseconds)
          waited += performance.now() - from
          return result
        },
      }),
    pause: async () => {
      const worked = performance.now() - began - waited
      await pause(worked)
      await awaitIdle(worked)
      began = performance.now()
      waited = 0
    },
  }
}
