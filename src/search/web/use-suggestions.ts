import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { catalogue } from '#catalog/contract.ts'

/** The best hits for what is being typed; those before stay until they are there. */
export const useSuggestions = (text: string) =>
  useQuery({
    ...queryOf(catalogue.suggest, { query: { query: text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  })
