import * as z from 'zod/mini'
import { create } from 'zustand'
import { readStored, onStoredElsewhere, removeStored, writeStored } from '#web/storage.ts'

/** An order that was sent but not answered yet. */
const Attempt = z.object({ key: z.string(), userId: z.string(), lines: z.number(), total: z.number() })
export type Attempt = z.infer<typeof Attempt>

const storedUnder = 'orderAttempt'

interface State {
  attempt: Attempt | null
  /** This page waits for the response; false after a reload or a lost response. */
  isSending: boolean
  /** The outcome of the last attempt with a lost response; `orderId` is null if nothing was ordered. */
  outcome: { orderId: string | null; approvalId?: string | undefined } | null
}

const savedAttempt = () => readStored(storedUnder, Attempt, null)

/** Stored in the browser, so that it survives reloads, closed tabs and expired sessions. */
export const useAttempt = create<State>(() => ({ attempt: savedAttempt(), isSending: false, outcome: null }))

export const currentAttempt = (): Attempt | null => useAttempt.getState().attempt

/** From here on, nothing else is sent until the outcome is known. */
export const beginAttempt = (begun: Attempt): void => {
  writeStored(storedUnder, begun)
  useAttempt.setState({ attempt: begun, isSending: true, outcome: null })
}

/** The response was lost: the order may have been placed. */
export const markAttemptLost = (): void => useAttempt.setState({ isSending: false })

export const endAttempt = (outcome: State['outcome'] = null): void => {
  removeStored(storedUnder)
  useAttempt.setState({ attempt: null, isSending: false, outcome })
}

export const clearOutcome = (): void => useAttempt.setState({ outcome: null })

// Another tab learned the outcome.
onStoredElsewhere([storedUnder], () => {
  if (!savedAttempt() && !useAttempt.getState().isSending) useAttempt.setState({ attempt: null })
})
