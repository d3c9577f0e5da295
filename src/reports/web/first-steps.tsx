import { Link } from '@tanstack/react-router'
import { Callout } from '#web/ui/callout.tsx'
import styles from './dashboard.module.css'

/** What a portal without orders needs first. */
export function FirstSteps() {
  return (
    <div className={styles.firstSteps}>
      <Callout title="No orders yet">
        <p>
          <Link to="/admin/products">Add products</Link>, <Link to="/admin/pricelists">set prices</Link> and{' '}
          <Link to="/admin/customers">accept customers</Link>, or{' '}
          <Link to="/admin/imports">import them from files</Link>. Figures appear here with the first order.
        </p>
      </Callout>
    </div>
  )
}
