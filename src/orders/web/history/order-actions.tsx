import { Button } from '@mantine/core'
import { FileText, Printer, RotateCcw, Send, Truck } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#web/session.ts'
import type { Order } from '../../order-shapes.ts'
import styles from './order-page.module.css'
import { ReleaseOrderDialog } from './release-order-dialog.tsx'
import { ReorderDialog } from './reorder-dialog.tsx'
import { saveConfirmation, useDeliverOrder } from './hooks.ts'

/** What can be done with an order; admins deliver it once it is paid (R212), and release it when it is held (G68). */
export function OrderActions({ order }: { order: Order }) {
  const isAdmin = useUser()?.isAdmin ?? false
  const [again, setAgain] = useState<Order | null>(null)
  const [isReleasing, setIsReleasing] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const deliver = useDeliverOrder()

  const save = async () => {
    setIsSaving(true)
    await saveConfirmation(order._id, order.orderIdSap)
    setIsSaving(false)
  }
  return (
    <>
      {isAdmin && order.isPaid && !order.isDelivered && (
        <Button
          className={styles.print}
          leftSection={<Truck size={16} aria-hidden />}
          loading={deliver.isPending}
          onClick={() => deliver.mutate({ params: { id: order._id } })}
        >
          Mark delivered
        </Button>
      )}
      {isAdmin && order.handOver === 'held' && (
        <Button
          className={styles.print}
          leftSection={<Send size={16} aria-hidden />}
          onClick={() => setIsReleasing(true)}
        >
          Release order
        </Button>
      )}
      {!order.orderFromSAP && (
        <Button
          variant="default"
          className={styles.print}
          leftSection={<RotateCcw size={16} aria-hidden />}
          onClick={() => setAgain(order)}
        >
          Re-Order
        </Button>
      )}
      <Button
        variant="default"
        className={styles.print}
        leftSection={<FileText size={16} aria-hidden />}
        loading={isSaving}
        onClick={() => void save()}
      >
        Confirmation PDF
      </Button>
      <Button
        variant="default"
        className={styles.print}
        leftSection={<Printer size={16} aria-hidden />}
        onClick={() => print()}
      >
        Print
      </Button>
      <ReleaseOrderDialog order={order} isOpen={isReleasing} close={() => setIsReleasing(false)} />
      <ReorderDialog order={again} close={() => setAgain(null)} />
    </>
  )
}
