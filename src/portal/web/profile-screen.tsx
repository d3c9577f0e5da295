import { ProfilePage } from '#identity/web/profile-page.tsx'
import { OwnLicensesPanel } from '#compliance/web/licenses/own-licenses-panel.tsx'
import { OwnShipToPanel } from '#colleagues/web/ship-to/ship-to-panel.tsx'
import { StockRequestsPanel } from '#catalog/web/stock/stock-requests-panel.tsx'
import { StatementPanel } from '#billing/web/invoices/statement-panel.tsx'
import { useUser } from '#web/session.ts'

export function ProfileScreen() {
  const user = useUser()
  const isCustomer = user !== null && !user.isAdmin && !user.isSalesRep
  return (
    <ProfilePage>
      {user !== null && !user.isAdmin && <StockRequestsPanel />}
      {isCustomer && <OwnLicensesPanel />}
      {isCustomer && <OwnShipToPanel of={user._id} />}
      {isCustomer && <StatementPanel />}
    </ProfilePage>
  )
}
