import { useIsFetching } from '@tanstack/react-query'

/** False while a first response is pending: it may shift the layout, so that a press would miss. */
export const useIsFirstLoadDone = (): boolean =>
  useIsFetching({ predicate: ({ state }) => state.status === 'pending' && state.fetchFailureCount === 0 }) === 0
