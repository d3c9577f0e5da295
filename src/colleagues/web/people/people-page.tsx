import type { ReactNode } from 'react'
import { useUser } from '#web/session.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PeopleList } from './people-list.tsx'
import styles from './people.module.css'

/** People page for managers. */
export function PeoplePage({ children }: { children: ReactNode }) {
  const user = useUser()
  return (
    <>
      <PageHeading title="People" lead={`People with access to ${user?.companyName || 'your business'}’s account.`} />
      {user && <PeopleList of={user._id} />}
      <div className={styles.more}>{children}</div>
    </>
  )
}
