import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMayOrder } from '#web/for-buyers.tsx'
import type { Order } from '../../order-shapes.ts'
import { ReorderDialog } from './reorder-dialog.tsx'

/** Orders what a backorder that ended has left unshipped; nothing while none ended. */
export function RestAgain({ order }: { order: Order }) {
  const [again, setAgain] = useState<Order | null>(null)
  const mayOrder = useMayOrder()
  if (!mayOrder || !order.changes?.some(({ field }) => field === 'backorder')) return null
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAgain(order)}>
        Order the rest again
      </Button>
      <ReorderDialog isRest order={again && { ...again, customerId: again.user._id }} close={() => setAgain(null)} />
    </>
  )
}
