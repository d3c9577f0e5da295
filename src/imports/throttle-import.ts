import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '#platform/db/tables.ts'
import { type AwaitIdle, typicalAnswerMilliseconds } from '#platform/http/in-flight-requests.ts'

/** How somebody works who must not keep others waiting. */
interface Throttle {
  /** The transaction, asking its next statement once nobody waits for an answer, or has waited long enough for it. */
  throttled(tx: Tx): Tx
  /**
   * For as long as was worked since the last rest, in any case, because other processes are asked, too; who waits for an
   * answer then is served first, for as long again.
   */
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
