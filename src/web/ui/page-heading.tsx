import { Suspense, useContext, useEffect, type ReactNode } from 'react'
import { setTitle } from '../display.ts'
import { useUser } from '../session.ts'
import { SlotsContext } from '../slots.ts'
import styles from './page-heading.module.css'

interface Props {
  title: string
  /** A sentence below the heading. */
  lead?: ReactNode
  /** A remark beside the heading, such as the age of the data. */
  note?: ReactNode
  /** Actions at the right edge. */
  children?: ReactNode
}

/**
 * The page's only h1; also sets the document title. The tabs of the page's subject are below it, so that headings stay in
 * place between pages with and without tabs.
 */
export function PageHeading({ title, lead, note, children }: Props) {
  const { SubjectTabs } = useContext(SlotsContext)
  const user = useUser()
  useTitle(title)
  return (
    <div>
      <div className={styles.head}>
        <div className={styles.text}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {note && <p className={styles.note}>{note}</p>}
        {children && <div className={styles.actions}>{children}</div>}
      </div>
      {user && (
        <Suspense>
          <SubjectTabs />
        </Suspense>
      )}
    </div>
  )
}

/** For pages with a heading of their own. */
export const useTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (title) setTitle(title)
  }, [title])
}
