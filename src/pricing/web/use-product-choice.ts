import { useQuery } from '@tanstack/react-query'
import { catalog } from '#catalog/contract.ts'
import { queryOf } from '#web/api.ts'

/** Products to choose from, as an admin finds them. */
export const useProductChoice = (query: string, isEnabled: boolean) =>
  useQuery({
    ...queryOf(catalog.searchAsAdmin, { query: { query, viewCount: '12' } }),
    enabled: isEnabled && query !== '',
    staleTime: 30_000,
  })
