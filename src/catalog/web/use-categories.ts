import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { catalog } from '../contract.ts'

export const useCategories = () => useQuery({ ...queryOf(catalog.categories), staleTime: 5 * 60_000 })
