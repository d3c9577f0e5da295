import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { catalog } from '#catalog/contract.ts'

/** The best matches for the typed text; previous results stay visible while loading. */
export const useSuggestions = (text: string) =>
  useQuery({
    ...queryOf(catalog.suggest, { query: { query: text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  })
