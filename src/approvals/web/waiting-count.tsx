import styles from './approvals.module.css'
import { useStatus } from './use-status.ts'

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
