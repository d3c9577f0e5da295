import { useParams } from '@tanstack/react-router'
import { OrderPage } from '#orders/web/history/order-page.tsx'
import { usePaymentsAhead } from '#billing/web/payments/use-payments-ahead.ts'
import { PayLink } from '#billing/web/payments/pay-link.tsx'
import { ReturnLink } from '#returns/web/return-link.tsx'
import { PaymentPanel } from '#billing/web/payments/payment-panel.tsx'
import { OrderTraceMark, OrderTracePanel } from '#traceability/web/trace-marks.tsx'
import { useOrderTrace } from '#traceability/web/use-delivery-trace.ts'

export function OrderScreen() {
  const { id = '' } = useParams({ strict: false })
  usePaymentsAhead(id)
  const { isLoading, failureCount } = useOrderTrace(id)
  return (
    <OrderPage
      PaymentPanel={PaymentPanel}
      PayLink={PayLink}
      TraceMark={OrderTraceMark}
      TracePanel={OrderTracePanel}
      ReturnLink={ReturnLink}
      isTraceLoading={isLoading && failureCount === 0}
    />
  )
}
