import type { ReactNode } from 'react'
import styles from './status.module.css'

export type Tone = 'neutral' | 'good' | 'notice' | 'bad' | 'cold'

interface Props {
  tone: Tone
  children: ReactNode
}

/** A state in colour and in words: the word alone is enough. */
export function Status({ tone, children }: Props) {
  return (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  )
}
