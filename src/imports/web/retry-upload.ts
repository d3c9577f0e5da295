import { useEffect } from 'react'
import { ApiError, retryDelay, worthRetrying } from '#web/api-error.ts'

const tooManyRequests = 429

/** Repeats an idempotent request until it succeeds. Throws if it is refused or aborted. */
export const sendUntilArrived = async <T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> => {
  for (let failures = 0; ; failures++) {
    signal.throwIfAborted()
    try {
      return await send()
    } catch (error) {
      signal.throwIfAborted()
      const isBusy = error instanceof ApiError && error.status === tooManyRequests && failures < 10
      if (!(error instanceof Error) || !(isBusy || worthRetrying(failures, error))) throw error
      await new Promise<unknown>((goOn) => {
        setTimeout(goOn, retryDelay(failures))
        signal.addEventListener('abort', goOn, { once: true })
      })
    }
  }
}

/** Asks before the page is closed during an upload. */
export const useUnload = (isSending: boolean) =>
  useEffect(() => {
    if (!isSending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSending])

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong. Try again.'
