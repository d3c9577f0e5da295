import type { ReactNode } from 'react'
import styles from './block.module.css'

interface Props {
  title: string
  /** A sentence below the title: what exactly is shown. */
  lead?: ReactNode
  /** Controls at the right of the title. */
  controls?: ReactNode
  children: ReactNode
}

/** One report: its title, what it shows and the controls that belong to it, on a surface of its own. */
export function Block({ title, lead, controls, children }: Props) {
  return (
    <section className={styles.block}>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>{title}</h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {controls}
      </div>
      {children}
    </section>
  )
}
