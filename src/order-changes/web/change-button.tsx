import { Button } from '@mantine/core'
import { PackageMinus } from 'lucide-react'
import { useState } from 'react'
import type { Order } from '#orders/order-shapes.ts'
import { useMayOrder } from '#web/for-buyers.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { useChangesRefresh } from './hooks.ts'
import { useOrderChanges } from './use-order-changes.ts'

/** Opens the dialog while the order can be changed, for everyone who may order. */
export function ChangeButton({ order }: { order: Order }) {
  const { _id: id, isPaid } = order
  const mayOrder = useMayOrder()
  const { data: found } = useOrderChanges(id)
  useChangesRefresh(order)
  const [isOpen, setIsOpen] = useState(false)
  if (!mayOrder || !found?.way) return null
  return (
    <>
      <Button variant="default" leftSection={<PackageMinus size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        Change or cancel
      </Button>
      {isOpen && (
        <ChangeDialog
          orderId={id}
          isPaid={isPaid}
          way={found.way}
          lines={found.lines.filter(({ quantity }) => quantity > 0)}
          close={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
