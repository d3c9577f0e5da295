import type { ReactNode } from 'react'
import styles from './status.module.css'

export type Tone = 'neutral' | 'good' | 'notice' | 'bad' | 'cold'

/** A status by color and text; the text alone is sufficient. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  )
}
