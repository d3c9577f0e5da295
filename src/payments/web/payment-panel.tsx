import { Button } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Order } from '#orders/order-shapes.ts'
import { portalSettings } from '#web/portal-settings.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Status } from '#web/ui/status.tsx'
import type { OrderPayments } from '../contract.ts'
import { useOrderPayments } from './hooks.ts'
import { MarkPaid } from './mark-paid.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import styles from './payment-panel.module.css'

/** Everything of the providers is in this chunk, which is loaded for an order that can be paid and nowhere else. */
const PaymentWidgets = lazy(() => import('./payment-widgets.tsx'))

/** How the order was paid, or can be. */
export function PaymentPanel({ order }: { order: Order }) {
  const { data: payments } = useOrderPayments(order)

  if (!payments) return null
  const isOffered = payments.offered.length > 0 && !order.isPaid
  const canMark = payments.canMarkPaid && !order.isPaid
  if (!isOffered && !canMark && payments.facts.length === 0) return null
  return (
    <div className={styles.panel}>
      <Panel title="Payment">
        <div className={styles.content}>
          <PaymentFacts facts={payments.facts} />
          {isOffered && <PayOnline order={order} payments={payments} />}
          {canMark && <MarkPaid orderId={order._id} />}
        </div>
      </Panel>
    </div>
  )
}

/** A page that was opened elsewhere may not load providers at all: it is opened anew, here. */
const mayLoadHere = portalSettings.paysHere || import.meta.env.DEV

function PayOnline({ order, payments }: { order: Order; payments: OrderPayments }) {
  return (
    <div className={styles.online}>
      {payments.isTest && (
        <p className={styles.test}>
          <Status tone="notice">Test mode</Status> No money moves.
        </p>
      )}
      {mayLoadHere ? (
        <Suspense fallback={<div className={styles.loading} aria-busy="true" />}>
          <PaymentWidgets order={order} payments={payments} />
        </Suspense>
      ) : (
        <Button leftSection={<CreditCard size={16} aria-hidden />} onClick={() => location.reload()}>
          Pay online
        </Button>
      )}
    </div>
  )
}
