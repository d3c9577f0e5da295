import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { approvals } from '../contract.ts'

/** In a file of its own because the menu loads it on every page. */
export const useStatus = (isWanted: boolean) =>
  useQuery({ ...queryOf(approvals.status), enabled: isWanted, staleTime: 30_000 })
