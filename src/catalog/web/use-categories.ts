import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { catalogue } from '../contract.ts'

export const useCategories = () => useQuery({ ...queryOf(catalogue.categories), staleTime: 5 * 60_000 })
