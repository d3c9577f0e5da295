import { useIsFetching } from '@tanstack/react-query'

/**
 * False while a first response is pending. It may shift the layout, so that a press would miss; responses that failed
 * once are not waited for.
 */
export const useIsFirstLoadDone = (): boolean =>
  useIsFetching({ predicate: ({ state }) => state.status === 'pending' && state.fetchFailureCount === 0 }) === 0
