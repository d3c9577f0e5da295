import { useQuery } from '@tanstack/react-query'
import { catalogue } from '#catalog/contract.ts'
import { queryOf } from '#web/api.ts'

/** Products to choose from, as an admin finds them. */
export const useProductChoice = (query: string, isEnabled: boolean) =>
  useQuery({
    ...queryOf(catalogue.searchAsAdmin, { query: { query, viewCount: '12' } }),
    enabled: isEnabled && query !== '',
    staleTime: 30_000,
  })
