import { OrderReviewPage } from '#compliance/web/monitoring/review-page.tsx'
import { ChangesPanel } from '#order-changes/web/changes-panel.tsx'

export function OrderReviewScreen() {
  return <OrderReviewPage ChangesPanel={ChangesPanel} />
}
