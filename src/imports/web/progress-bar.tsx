import styles from './import-dialog.module.css'

interface Props {
  label: string
  done: number
  total: number
  /** What is counted, such as ` rows`; percent if empty. */
  unit: string
}

export function ProgressBar({ label, done, total, unit }: Props) {
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0
  return (
    <div className={styles.progress}>
      <p className={styles.note}>
        <output>{label}</output>
        <span>
          {unit ? `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}${unit}` : `${percent}%`}
        </span>
      </p>
      <progress className={styles.bar} value={done} max={total || 1} aria-label={label} />
    </div>
  )
}
