import { useEffect, type ReactNode } from 'react'
import { setTitle } from '../display.ts'
import styles from './page-heading.module.css'

interface Props {
  title: string
  /** A sentence below the heading. */
  lead?: ReactNode
  /** Actions at the right edge. */
  children?: ReactNode
}

/** The page's only h1; also sets the document title. */
export function PageHeading({ title, lead, children }: Props) {
  useTitle(title)
  return (
    <div className={styles.head}>
      <div className={styles.text}>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

/** For pages with a heading of their own. */
export const useTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (title) setTitle(title)
  }, [title])
}
