import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '#platform/db/tables.ts'
import { type AwaitLull, mostAnswersTake } from '#platform/http/notice-visitors.ts'

/** How somebody works who must not keep others waiting. */
interface Pace {
  /** The transaction, asking its next statement once nobody waits for an answer, or has waited long enough for it. */
  unhurried(tx: Tx): Tx
  /**
   * For as long as was worked since the last rest, in any case, because other processes are asked, too; who waits for an
   * answer then is served first, for as long again.
   */
  rest(): Promise<void>
}

export const keepPace = (lull: AwaitLull): Pace => {
  let began = performance.now()
  let waited = 0
  return {
    unhurried: (tx) =>
      tx.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          const from = performance.now()
          await lull(mostAnswersTake)
          waited += performance.now() - from
          return result
        },
      }),
    rest: async () => {
      const worked = performance.now() - began - waited
      await pause(worked)
      await lull(worked)
      began = performance.now()
      waited = 0
    },
  }
}
