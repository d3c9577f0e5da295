import type { ReactNode } from 'react'
import { useUser } from '#web/session.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PeopleTable } from './people-table.tsx'
import styles from './people.module.css'

/** Where a manager looks after who buys for the business. */
export function PeoplePage({ children }: { children: ReactNode }) {
  const user = useUser()
  return (
    <>
      <PageHeading title="People" lead={`Who looks and orders for ${user?.companyName || 'your business'}.`} />
      {user && <PeopleTable of={user._id} />}
      <div className={styles.more}>{children}</div>
    </>
  )
}
