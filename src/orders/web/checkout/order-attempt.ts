import * as z from 'zod/mini'
import { create } from 'zustand'
import { readStored, onStoredElsewhere, removeStored, writeStored } from '#web/storage.ts'

/** An order that was sent and of which nothing was heard yet. */
const Attempt = z.object({ key: z.string(), userId: z.string(), lines: z.number(), total: z.number() })
export type Attempt = z.infer<typeof Attempt>

const storedUnder = 'orderAttempt'

interface State {
  attempt: Attempt | null
  /** This page waits for its answer; after a reload, or when the answer was lost, nobody does. */
  isSending: boolean
  /** What became of the last one whose answer was lost; `orderId` is null where nothing was ordered. */
  outcome: { orderId: string | null; approvalId?: string | undefined } | null
}

const savedAttempt = () => readStored(storedUnder, Attempt, null)

/** Kept in the browser, so that it outlives the page, the tab and a session that ended. */
export const useAttempt = create<State>(() => ({ attempt: savedAttempt(), isSending: false, outcome: null }))

export const currentAttempt = (): Attempt | null => useAttempt.getState().attempt

/** From here on somebody must hear what became of it before anything is sent again. */
export const beginAttempt = (begun: Attempt): void => {
  writeStored(storedUnder, begun)
  useAttempt.setState({ attempt: begun, isSending: true, outcome: null })
}

/** Its answer was lost: it may have been placed. */
export const markAttemptLost = (): void => useAttempt.setState({ isSending: false })

export const endAttempt = (outcome: State['outcome'] = null): void => {
  removeStored(storedUnder)
  useAttempt.setState({ attempt: null, isSending: false, outcome })
}

export const clearOutcome = (): void => useAttempt.setState({ outcome: null })

// Another tab heard of it.
onStoredElsewhere([storedUnder], () => {
  if (!savedAttempt() && !useAttempt.getState().isSending) useAttempt.setState({ attempt: null })
})
