import { Button } from '@mantine/core'
import { PackageMinus } from 'lucide-react'
import { useState } from 'react'
import { useMayOrder } from '#web/for-buyers.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { useOrderChanges } from './use-order-changes.ts'

/** Opens the dialog while the order can be changed, for everyone who may order. */
export function ChangeButton({ order: { _id: id, isPaid } }: { order: { _id: string; isPaid: boolean } }) {
  const mayOrder = useMayOrder()
  const { data: found } = useOrderChanges(id)
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
