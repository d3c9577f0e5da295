import { Button } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import type { Order } from '#orders/order-shapes.ts'
import { useMayOrder } from '#web/for-buyers.tsx'
import { portalSettings } from '#web/portal-settings.ts'
import { paymentPage } from '../../payments/contract.ts'
import { useOrderPayments } from './hooks.ts'
import styles from './payment-panel.module.css'

/** Any other page may not load providers at all: to pay, the order is opened anew. */
export const mayLoadHere = portalSettings.paysHere || import.meta.env.DEV

interface Props {
  order: Pick<Order, '_id' | 'isPaid'>
  /** Said on pages that show something else than the order. */
  label?: string
}

/** Opens the form below the goods, for an order that can be paid online. */
export function PayLink({ order, label = 'Pay online' }: Props) {
  const { data: payments, isPending } = useOrderPayments(order)
  const mayOrder = useMayOrder()
  if (!mayOrder || mayLoadHere || order.isPaid || !(isPending || payments?.offered.length)) return null
  return (
    <Button
      component="a"
      className={styles.closed}
      // Its room is kept until it is known, so that nothing moves then.
      data-pending={isPending || undefined}
      href={paymentPage(order._id)}
      leftSection={<CreditCard size={16} aria-hidden />}
    >
      {label}
    </Button>
  )
}
