import styles from './skeleton.module.css'

interface Props {
  width?: number | string
  height?: number | string
}

/** A gray bar in the shape of the coming content. */
export function Skeleton({ width = '100%', height = '1em' }: Props) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden="true" />
}

/** A page of unknown shape. */
export function PageSkeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <Skeleton width="min(18rem, 60%)" height="1.75rem" />
      <Skeleton height="9rem" />
      <Skeleton height="9rem" />
    </div>
  )
}
