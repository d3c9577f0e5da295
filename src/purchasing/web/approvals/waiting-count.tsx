import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { approvals } from '../../approvals/contract.ts'
import styles from './approvals.module.css'

/** The number of requests waiting for the reader; hidden at zero. */
export function WaitingCount() {
  const { data } = useStatus(true)
  if (!data?.toDecide) return null
  return (
    <span className={styles.count} title="Waiting for your approval">
      {data.toDecide}
    </span>
  )
}

/** How many requests wait. The menu loads this file on every page, so it imports little. */
export const useStatus = (isWanted: boolean) =>
  useQuery({ ...queryOf(approvals.status), enabled: isWanted, staleTime: 30_000 })
