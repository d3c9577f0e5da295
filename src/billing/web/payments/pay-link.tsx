import { Button } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import type { Order } from '#orders/order-shapes.ts'
import { useMayOrder } from '#web/for-buyers.tsx'
import { portalSettings } from '#web/portal-settings.ts'
import { paymentPage } from '../../payments/contract.ts'
import { useOrderPayments } from './hooks.ts'
import styles from './payment-panel.module.css'

/** Only the payment pages may load provider scripts, so paying reloads the order as one. */
export const mayLoadHere = portalSettings.paysHere || import.meta.env.DEV

interface Props {
  order: Pick<Order, '_id' | 'isPaid'>
}

/** Opens the payment form below the items, if the order can be paid online. */
export function PayLink({ order }: Props) {
  const { data: payments, isPending } = useOrderPayments(order)
  const mayOrder = useMayOrder()
  if (!mayOrder || mayLoadHere || order.isPaid || !(isPending || payments?.offered.length)) return null
  return (
    <Button
      component="a"
      className={styles.closed}
      // Reserves the button's space until the status is known, to avoid a layout shift.
      data-pending={isPending || undefined}
      href={paymentPage(order._id)}
      leftSection={<CreditCard size={16} aria-hidden />}
    >
      Pay online
    </Button>
  )
}
