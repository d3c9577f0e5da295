import type { ReactNode } from 'react'
import styles from './panel.module.css'

interface Props {
  /** Heading of the panel, when it has one. */
  title?: string
  children: ReactNode
}

/** A surface for related content. */
export function Panel({ title, children }: Props) {
  return (
    <section className={styles.panel} data-inset>
      {title && <h2 className={styles.title}>{title}</h2>}
      {children}
    </section>
  )
}
