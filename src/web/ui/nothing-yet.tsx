import type { ReactNode } from 'react'
import styles from './nothing-yet.module.css'

interface Props {
  icon: ReactNode
  title: string
  /** Why it is empty, and what to do next. */
  children: ReactNode
}

/** The empty state of a report. */
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
