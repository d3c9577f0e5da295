import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { catalog } from '#catalog/contract.ts'

/** The best hits for what is being typed; those before stay until they are there. */
export const useSuggestions = (text: string) =>
  useQuery({
    ...queryOf(catalog.suggest, { query: { query: text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  })
