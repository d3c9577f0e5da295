import { Stack } from '@mantine/core'
import panel from '#web/ui/panel.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './checkout-skeletons.module.css'

export function AddressSkeleton() {
  return (
    <Stack gap={7} aria-busy="true">
      <Skeleton width="4rem" height="0.75rem" />
      <Skeleton width="11rem" />
      <Skeleton width="9rem" />
      <Skeleton width="10rem" />
    </Stack>
  )
}

export function LinesSkeleton({ count }: { count: number }) {
  return (
    <div className={panel.surface} aria-busy="true">
      {Array.from({ length: Math.min(count, 8) }, (_, index) => (
        <div key={index} className={styles.line}>
          <Skeleton width={48} height={48} />
          <Skeleton width="60%" />
          <Skeleton width="5rem" />
        </div>
      ))}
    </div>
  )
}
