import type { ReactNode } from 'react'
import styles from './callout.module.css'

interface Props {
  tone?: 'bad' | 'warning' | 'good' | 'plain'
  title?: ReactNode
  icon?: ReactNode
  /** Errors and warnings are alerts. */
  role?: 'note'
  /** At the right edge, such as a button that retries or closes. */
  action?: ReactNode
  children?: ReactNode
}

/** A message that stays on the page: an error, a warning, a success or a note. */
export function Callout({ tone = 'plain', title, icon, role, action, children }: Props) {
  const isAlert = tone === 'bad' || tone === 'warning'
  return (
    <div className={styles.callout} data-tone={tone} role={role ?? (isAlert ? 'alert' : undefined)}>
      {icon}
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {action}
    </div>
  )
}
