import { EditCustomerPage } from '#accounts/web/edit-customer-page.tsx'
import { ShipToPanel } from '#accounts/web/ship-to/ship-to-panel.tsx'
import { RulesPanel } from '#approvals/web/rules-panel.tsx'
import { CustomerTrade } from './customer-trade.tsx'

export function EditCustomerScreen() {
  return <EditCustomerPage Rules={RulesToRead} Trade={CustomerTrade} />
}

function RulesToRead({ of }: { of: string }) {
  return (
    <>
      <ShipToPanel of={of} />
      <RulesPanel of={of} isReadOnly />
    </>
  )
}
