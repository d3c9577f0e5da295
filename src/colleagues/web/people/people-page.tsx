import { useUser } from '#web/session.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PeopleList } from './people-list.tsx'

/** People page for managers. */
export function PeoplePage() {
  const user = useUser()
  return (
    <>
      <PageHeading title="Team" lead={`People with access to ${user?.companyName || 'your business'}’s account.`} />
      {user && <PeopleList of={user._id} />}
    </>
  )
}
