import { Group } from '@mantine/core'
import { useState } from 'react'
import type { Order } from '#orders/order-shapes.ts'
import { asDollars } from '#shared/money.ts'
import { PriceDifferenceNote } from '../invoices/price-difference.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Status } from '#web/ui/status.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import type { OrderPayments } from '../../payments/contract.ts'
import { useMarkPaid, useOrderPayments, useOrderTarget } from './hooks.ts'
import { mayLoadHere } from './pay-link.tsx'
import { PayOnline } from './pay-online.tsx'
import { PaymentDetails } from './payment-details.tsx'
import styles from './payment-panel.module.css'

/** How the order was paid, or can be. */
export function PaymentPanel({ order }: { order: Order }) {
  const { data: payments } = useOrderPayments(order)

  if (!payments) return null
  const isOffered = mayLoadHere && payments.offered.length > 0 && !order.isPaid
  const canMark = payments.canMarkPaid && !order.isPaid
  const { facts, ledger, priceDifference } = payments
  // The progress of the order says that its invoice is paid.
  const isSilent = facts.length === 0 && !priceDifference
  if (!isOffered && !canMark && isSilent) return null
  return (
    <Panel title="Payment">
      <div className={styles.content}>
        <PriceDifferenceNote difference={priceDifference} />
        <PaymentDetails facts={facts} />
        <Ledger ledger={ledger} />
        {isOffered && <PayOrder order={order} payments={payments} />}
        {canMark && <MarkPaid order={order} />}
      </div>
    </Panel>
  )
}

function PayOrder({ order, payments }: { order: Order; payments: OrderPayments }) {
  const target = useOrderTarget(order)
  return <PayOnline target={target} payments={payments} />
}

/** A payment that the ERP does not show yet. */
function Ledger({ ledger }: Pick<OrderPayments, 'ledger'>) {
  if (ledger !== 'onItsWay') return null
  return (
    <Group component="p" gap={8} wrap="nowrap" c="dimmed">
      <Status tone="notice">Not posted yet</Status> The invoice will show as paid once the payment is posted.
    </Group>
  )
}

/** Records a payment made another way; it cannot be undone, so the user confirms it. */
function MarkPaid({ order }: { order: Order }) {
  const [note, setNote] = useState('')
  const markPaid = useMarkPaid()
  return (
    <div className={styles.closed}>
      <ConfirmButton
        label="Mark as paid"
        question={`Has ${asDollars(order.totalPrice)} been received?`}
        isPending={markPaid.isPending}
        confirm={(onSuccess) => markPaid.mutate({ params: { id: order._id }, body: { note } }, { onSuccess })}
      >
        <p>
          The order of {order.user.companyName || order.user.name} will be marked as paid. You can’t undo this here.
        </p>
        <LimitedInput
          label="How it was paid"
          placeholder="Wire, check number …"
          most={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </ConfirmButton>
    </div>
  )
}
