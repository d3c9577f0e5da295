import { PeoplePage } from '#colleagues/web/people/people-page.tsx'
import { RulesPanel } from '#purchasing/web/approvals/rules-panel.tsx'
import { StepsPanel } from '#purchasing/web/approvals/steps-panel.tsx'
import { BudgetsPanel } from '#purchasing/web/budgets/budgets-panel.tsx'
import { CostCentersPanel } from '#purchasing/web/cost-centers/cost-centers-panel.tsx'
import { useUser } from '#web/session.ts'

export function PeopleScreen() {
  const user = useUser()
  return (
    <PeoplePage>
      {user && <RulesPanel of={user._id} />}
      {user?.buyingRole === 'manager' && (
        <>
          <StepsPanel of={user._id} />
          <CostCentersPanel />
          <BudgetsPanel of={user._id} />
        </>
      )}
    </PeoplePage>
  )
}
