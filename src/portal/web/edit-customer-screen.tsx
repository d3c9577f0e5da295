import { EditCustomerPage } from '#accounts/web/edit-customer-page.tsx'
import { ShipToPanel } from '#accounts/web/ship-to/ship-to-panel.tsx'
import { RulesPanel } from '#approvals/web/rules-panel.tsx'

export function EditCustomerScreen() {
  return <EditCustomerPage Rules={RulesToRead} />
}

function RulesToRead({ of }: { of: string }) {
  return (
    <>
      <ShipToPanel of={of} />
      <RulesPanel of={of} isReadOnly />
    </>
  )
}
