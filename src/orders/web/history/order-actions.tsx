import { Button } from '@mantine/core'
import { FileText, ListPlus, Printer, RotateCcw, Truck } from 'lucide-react'
import { type ReactNode, Suspense, useContext, useState } from 'react'
import { useMayOrder } from '#web/for-buyers.tsx'
import { useCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { SlotsContext } from '#web/slots.ts'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import type { Order } from '../../order-shapes.ts'
import { saveConfirmation, useDeliverOrder } from './hooks.ts'
import styles from './order-page.module.css'
import { ReorderDialog } from './reorder-dialog.tsx'

/** A placeholder as wide as the real button, to avoid a layout shift. */
function GuideButtonToCome() {
  return (
    <Button variant="subtle" leftSection={<ListPlus size={16} aria-hidden />} disabled>
      Save to order guide
    </Button>
  )
}

interface Props {
  order: Order
  /** Beside the short buttons, so that all of them take three rows on phones. */
  children?: ReactNode
}

/** Actions on an order; admins can also mark it delivered once paid. */
export function OrderActions({ order, children }: Props) {
  const user = useUser()
  const isAdmin = user?.isAdmin ?? false
  const customer = useCustomer()
  // Staff save to the guides of the customer they order for, who may not be the customer of this order.
  const mayHaveGuides = !isAdmin && (!user?.isSalesRep || customer?._id === order.user._id)
  const [again, setAgain] = useState<Order | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const deliver = useDeliverOrder()
  const { SaveToGuide, MakeStanding } = useContext(SlotsContext)
  const mayOrder = useMayOrder()
  const lines = order.orderItems.flatMap(({ _id, quantity }) => (_id ? [{ productId: _id, quantity }] : []))

  const save = async () => {
    setIsSaving(true)
    await saveConfirmation(order._id, order.orderIdSap)
    setIsSaving(false)
  }
  return (
    <>
      {isAdmin && order.isPaid && !order.isDelivered && !order.isCancelled && order.handOver !== 'held' && (
        <ConfirmButton
          label="Mark delivered"
          button={{ variant: 'filled', className: styles.print, leftSection: <Truck size={16} aria-hidden /> }}
          question="Mark this order as delivered?"
          answer="Mark as delivered"
          isPending={deliver.isPending}
          confirm={(onSuccess) => deliver.mutate({ params: { id: order._id } }, { onSuccess })}
        >
          <p>
            The order for {order.user.companyName || order.user.name} will be marked as delivered. You can’t undo this
            here.
          </p>
        </ConfirmButton>
      )}
      {!order.orderFromSAP && mayOrder && (
        <Button
          variant="default"
          className={styles.print}
          leftSection={<RotateCcw size={16} aria-hidden />}
          onClick={() => setAgain(order)}
        >
          Re-Order
        </Button>
      )}
      {/* Before the wide buttons, so that a Pay button added later does not start another row on phones. */}
      <Button
        variant="subtle"
        className={styles.print}
        leftSection={<Printer size={16} aria-hidden />}
        onClick={() => print()}
      >
        Print
      </Button>
      {children}
      <Button
        variant="subtle"
        className={styles.print}
        leftSection={<FileText size={16} aria-hidden />}
        loading={isSaving}
        onClick={() => void save()}
      >
        Confirmation PDF
      </Button>
      {lines.length > 0 && mayHaveGuides && (
        <Suspense fallback={<GuideButtonToCome />}>
          <SaveToGuide lines={lines} isQuiet />
          <MakeStanding lines={lines} isQuiet />
        </Suspense>
      )}
      <ReorderDialog order={again && { ...again, customerId: again.user._id }} close={() => setAgain(null)} />
    </>
  )
}
