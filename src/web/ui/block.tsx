import type { ReactNode } from 'react'
import styles from './block.module.css'

interface Props {
  title: string
  /** A sentence below the title that describes the content. */
  lead?: ReactNode
  /** Controls to the right of the title. */
  controls?: ReactNode
  children: ReactNode
}

/** A report on its own surface with title, description and controls. */
export function Block({ title, lead, controls, children }: Props) {
  return (
    <section className={styles.block} data-inset>
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
