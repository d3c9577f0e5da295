import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface Props {
  /** A lucide icon, 28 px. */
  icon?: ReactNode
  title: ReactNode
  /** Why it is empty, and what to do next. */
  children?: ReactNode
}

export function EmptyState({ icon, title, children }: Props) {
  return (
    <div className={styles.empty}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.more}>{children}</div>}
    </div>
  )
}
