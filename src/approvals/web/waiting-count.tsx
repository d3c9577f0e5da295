import styles from './approvals.module.css'
import { useStatus } from './use-status.ts'

/** How many requests wait for the reader; nothing is shown while there are none. */
export function WaitingCount() {
  const { data } = useStatus(true)
  if (!data?.toDecide) return null
  return (
    <span className={styles.count} title="Waiting for your approval">
      {data.toDecide}
    </span>
  )
}
