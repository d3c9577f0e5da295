import { PeoplePage } from '#colleagues/web/people/people-page.tsx'
import { RulesPanel } from '#approvals/web/rules-panel.tsx'
import { BudgetsPanel } from '#budgets/web/budgets-panel.tsx'
import { CostCentersPanel } from '#budgets/web/cost-centers-panel.tsx'
import { useUser } from '#web/session.ts'

export function PeopleScreen() {
  const user = useUser()
  return (
    <PeoplePage>
      {user && <RulesPanel of={user._id} />}
      {user?.buyingRole === 'manager' && (
        <>
          <CostCentersPanel />
          <BudgetsPanel of={user._id} />
        </>
      )}
    </PeoplePage>
  )
}
