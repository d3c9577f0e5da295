import styles from './share-bar.module.css'

interface Props {
  part: number
  whole: number
}

/** How long one figure is beside the longest; the figure itself stands next to it. */
export function ShareBar({ part, whole }: Props) {
  return (
    <span className={styles.track} aria-hidden="true">
      <span className={styles.bar} style={{ width: `${whole > 0 ? Math.max(1, (part / whole) * 100) : 0}%` }} />
    </span>
  )
}
