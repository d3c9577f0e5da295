import { EditCustomerPage } from '#accounts/web/edit-customer-page.tsx'
import { RulesPanel } from '#approvals/web/rules-panel.tsx'

export function EditCustomerScreen() {
  return <EditCustomerPage Rules={RulesToRead} />
}

function RulesToRead({ of }: { of: string }) {
  return <RulesPanel of={of} isReadOnly />
}
