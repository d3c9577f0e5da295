import { useParams } from '@tanstack/react-router'
import { OrderPage } from '#orders/web/history/order-page.tsx'
import { usePaymentsAhead } from '#billing/web/payments/use-payments-ahead.ts'
import { PayLink } from '#billing/web/payments/pay-link.tsx'
import { ChangeButton } from '#order-changes/web/change-button.tsx'
import { ChangesPanel } from '#order-changes/web/changes-panel.tsx'
import { useOrderChanges } from '#order-changes/web/use-order-changes.ts'
import { SubstitutesPanel } from '#fulfillment/web/substitutes-panel.tsx'
import { useSubstitutes } from '#fulfillment/web/use-substitutes.ts'
import { ReturnLink } from '#returns/web/return-link.tsx'
import { PaymentPanel } from '#billing/web/payments/payment-panel.tsx'
import { OrderTraceMark, OrderTracePanel } from '#traceability/web/trace-marks.tsx'
import { useOrderTrace } from '#traceability/web/use-delivery-trace.ts'

export function OrderScreen() {
  const { id = '' } = useParams({ strict: false })
  usePaymentsAhead(id)
  const parts = [useOrderTrace(id), useOrderChanges(id), useSubstitutes(id)]
  return (
    <OrderPage
      PaymentPanel={PaymentPanel}
      PayLink={PayLink}
      TraceMark={OrderTraceMark}
      TracePanel={OrderTracePanel}
      ReturnLink={ReturnLink}
      ChangeButton={ChangeButton}
      ChangesPanel={ChangesPanel}
      SubstitutesPanel={SubstitutesPanel}
      arePartsLoading={parts.some(({ isLoading, failureCount }) => isLoading && failureCount === 0)}
    />
  )
}
