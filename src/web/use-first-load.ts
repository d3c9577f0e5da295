import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/**
 * False until the first responses of the page have arrived: they may shift the layout, so that a press would miss. Later
 * loads don't count, or a button would be disabled in the middle of a press.
 */
export const useIsFirstLoadDone = (): boolean => {
  const isQuiet =
    useIsFetching({ predicate: ({ state }) => state.status === 'pending' && state.fetchFailureCount === 0 }) === 0
  const [isDone, setIsDone] = useState(false)
  useEffect(() => {
    if (isDone || !isQuiet) return
    // Queries of parts that are rendered in the same frame have not begun yet.
    const frame = requestAnimationFrame(() => setIsDone(true))
    return () => cancelAnimationFrame(frame)
  }, [isDone, isQuiet])
  return isDone
}
