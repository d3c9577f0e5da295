import { useIsFetching } from '@tanstack/react-query'

/**
 * False while a first answer is on its way. What it adds to the page moves what stands below, so that a press there would
 * miss; an answer that failed once is waited for no longer.
 */
export const useIsFirstLoadDone = (): boolean =>
  useIsFetching({ predicate: ({ state }) => state.status === 'pending' && state.fetchFailureCount === 0 }) === 0
