import { Button } from '@mantine/core'
import { FileText, Printer, RotateCcw, Truck } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#web/session.ts'
import type { Order } from '../order-shapes.ts'
import styles from './order-page.module.css'
import { ReorderDialog } from './reorder-dialog.tsx'
import { saveConfirmation, useDeliverOrder } from './use-order-lists.ts'

/** What can be done with an order; delivering is for admins, and only once it is paid (R212). */
export function OrderActions({ order }: { order: Order }) {
  const isAdmin = useUser()?.isAdmin ?? false
  const [again, setAgain] = useState<Order | null>(null)
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
      <ReorderDialog order={again} close={() => setAgain(null)} />
    </>
  )
}
