import { Link } from '@tanstack/react-router'
import { useUser } from '#web/session.ts'
import styles from './approvals.module.css'
import { useStatus } from './waiting-count.tsx'

/** Shown above the reader's orders: how many wait for approval, and how many requests wait for the reader. */
export function WaitingNote() {
  const user = useUser()
  const { data } = useStatus(user !== null && !user.isAdmin && !user.isSalesRep)
  if (!data || data.mine + data.toDecide === 0) return null
  const { mine, toDecide } = data
  return (
    <p className={styles.waiting}>
      {mine > 0 &&
        (mine === 1
          ? '1 of your orders is waiting for approval. '
          : `${mine} of your orders are waiting for approval. `)}
      {toDecide > 0 &&
        (toDecide === 1
          ? '1 order is waiting for your approval. '
          : `${toDecide} orders are waiting for your approval. `)}
      <Link to="/approvals">View requests</Link>
    </p>
  )
}
