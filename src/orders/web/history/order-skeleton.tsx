import { Skeleton } from '#web/ui/skeleton.tsx'
import { LinesSkeleton } from '../checkout/checkout-skeletons.tsx'
import styles from './order-page.module.css'

export function OrderSkeleton() {
  return (
    <div className={styles.columns} aria-busy="true">
      <LinesSkeleton count={4} />
      <Skeleton height="22rem" />
    </div>
  )
}
