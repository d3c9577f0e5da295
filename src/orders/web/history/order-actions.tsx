import { Button } from '@mantine/core'
import { FileText, ListPlus, Printer, RotateCcw, Send, Truck } from 'lucide-react'
import { Suspense, useContext, useState } from 'react'
import { useMayOrder } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import { SlotsContext } from '#web/slots.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import type { Order } from '../../order-shapes.ts'
import { saveConfirmation, useDeliverOrder, useReleaseOrder } from './hooks.ts'
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

/** Actions on an order; admins can also mark it delivered once paid and release it from hold. */
export function OrderActions({ order }: { order: Order }) {
  const isAdmin = useUser()?.isAdmin ?? false
  const [again, setAgain] = useState<Order | null>(null)
  const [isReleasing, setIsReleasing] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const deliver = useDeliverOrder()
  const { SaveToGuide } = useContext(SlotsContext)
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
      {isAdmin && !order.isCancelled && order.handOver === 'held' && (
        <ActButton
          className={styles.print}
          leftSection={<Send size={16} aria-hidden />}
          onClick={() => setIsReleasing(true)}
        >
          Release order
        </ActButton>
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
      {lines.length > 0 && !isAdmin && (
        <Suspense fallback={<GuideButtonToCome />}>
          <SaveToGuide lines={lines} isQuiet />
        </Suspense>
      )}
      <Button
        variant="subtle"
        className={styles.print}
        leftSection={<FileText size={16} aria-hidden />}
        loading={isSaving}
        onClick={() => void save()}
      >
        Confirmation PDF
      </Button>
      <ReleaseOrderDialog order={order} isOpen={isReleasing} close={() => setIsReleasing(false)} />
      <ReorderDialog order={again && { ...again, customerId: again.user._id }} close={() => setAgain(null)} />
    </>
  )
}

interface Props {
  order: Order
  isOpen: boolean
  close: () => void
}

/** Lets an admin release an order despite an expired license; the reason goes to the audit trail. */
function ReleaseOrderDialog({ order, isOpen, close }: Props) {
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const release = useReleaseOrder(close)
  const text = reason.trim()

  const confirm = () => {
    setIsMissing(text === '')
    if (text !== '') release.mutate({ params: { id: order._id }, body: { reason: text } })
  }
  return (
    <Confirm
      isOpen={isOpen}
      question="Send this order with an expired license?"
      answer="Send to the ERP"
      isPending={release.isPending}
      confirm={confirm}
      close={close}
    >
      <p>
        The order for {order.user.companyName || order.user.name} is on hold until the license is renewed. Your name and
        reason are recorded in the audit trail.
      </p>
      <LimitedInput
        label="Reason"
        required
        most={500}
        value={reason}
        error={isMissing && 'Enter a reason.'}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  )
}
