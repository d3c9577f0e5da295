import { PeoplePage } from '#accounts/web/people/people-page.tsx'
import { RulesPanel } from '#approvals/web/rules-panel.tsx'
import { useUser } from '#web/session.ts'

export function PeopleScreen() {
  const user = useUser()
  return <PeoplePage>{user && <RulesPanel of={user._id} />}</PeoplePage>
}
