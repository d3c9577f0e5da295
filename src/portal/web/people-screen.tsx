import { UsersRound } from 'lucide-react'
import * as z from 'zod/mini'
import { PeoplePage } from '#colleagues/web/people/people-page.tsx'
import { RulesPanel } from '#purchasing/web/approvals/rules-panel.tsx'
import { StepsPanel } from '#purchasing/web/approvals/steps-panel.tsx'
import { BudgetsPanel } from '#purchasing/web/budgets/budgets-panel.tsx'
import { CostCentersPanel } from '#purchasing/web/cost-centers/cost-centers-panel.tsx'
import { useUser } from '#web/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useAddress } from '#web/use-address.ts'
import styles from '#web/form/form.module.css'

const Address = z.object({ tab: z.catch(z._default(z.enum(['people', 'rules', 'budgets']), 'people'), 'people') })

/** People, approval rules and budgets of a business, for its managers. */
export function PeopleScreen() {
  const user = useUser()
  const [{ tab }] = useAddress(Address)
  if (user?.buyingRole !== 'manager')
    return (
      <>
        <PageHeading title="Team" />
        <EmptyState icon={<UsersRound size={28} strokeWidth={1.5} />} title="This page is for managers">
          A manager of your business can invite users, set approval rules and limit spend.
        </EmptyState>
      </>
    )
  const business = user.companyName || 'your business'
  if (tab === 'rules')
    return (
      <div className={styles.page}>
        <PageHeading title="Approval rules" lead={`Orders from ${business} that need approval first.`} />
        <div className={styles.form}>
          <RulesPanel of={user._id} />
          <StepsPanel of={user._id} />
        </div>
      </div>
    )
  if (tab === 'budgets')
    return (
      <>
        <PageHeading title="Budgets" lead={`Spending limits for ${business}: by person, by cost center or in total.`} />
        <div className={styles.form}>
          <BudgetsPanel of={user._id} />
          <CostCentersPanel />
        </div>
      </>
    )
  return <PeoplePage />
}
