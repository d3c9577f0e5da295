import type { ReactNode } from 'react'
import styles from './nothing-yet.module.css'

interface Props {
  icon: ReactNode
  title: string
  /** Why there is nothing, and how that changes. */
  children: ReactNode
}

/** What a report says while there is nothing to report. */
export function NothingYet({ icon, title, children }: Props) {
  return (
    <div className={styles.nothing}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      <p className={styles.why}>{children}</p>
    </div>
  )
}
