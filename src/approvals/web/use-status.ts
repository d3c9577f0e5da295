import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { approvals } from '../contract.ts'

/** How many requests wait: a file of its own, because the menu asks on every page. */
export const useStatus = (isWanted: boolean) =>
  useQuery({ ...queryOf(approvals.status), enabled: isWanted, staleTime: 30_000 })
