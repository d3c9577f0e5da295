import { useQuery } from '@tanstack/react-query'
import { catalog } from '#catalog/contract.ts'
import { queryOf } from '#web/api.ts'

/** Product search for admins, including drafts. */
export const useProductChoice = (query: string, isEnabled: boolean) =>
  useQuery({
    ...queryOf(catalog.searchAsAdmin, { query: { query, viewCount: '12' } }),
    enabled: isEnabled && query !== '',
    staleTime: 30_000,
  })
