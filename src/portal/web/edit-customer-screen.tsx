import { EditCustomerPage } from '#customers/web/edit-customer-page.tsx'
import { PeoplePanel } from '#colleagues/web/people/people-panel.tsx'
import { ShipToPanel } from '#colleagues/web/ship-to/ship-to-panel.tsx'
import { RulesPanel } from '#approvals/web/rules-panel.tsx'
import { CustomerTrade } from './customer-trade.tsx'

export function EditCustomerScreen() {
  return <EditCustomerPage People={PeoplePanel} Rules={RulesToRead} Trade={CustomerTrade} />
}

function RulesToRead({ of }: { of: string }) {
  return (
    <>
      <ShipToPanel of={of} />
      <RulesPanel of={of} isReadOnly />
    </>
  )
}
