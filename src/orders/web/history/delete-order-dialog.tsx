import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { asDollars } from '#shared/money.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import type { OrderRow } from '../../order-shapes.ts'
import { useDeleteOrder } from './hooks.ts'

interface Props {
  order: OrderRow | null
  close: () => void
}

export function DeleteOrderDialog({ order, close }: Props) {
  const [reason, setReason] = useState('')
  // What was shown last stays readable while the dialog fades out.
  const [shown, setShown] = useState(order)
  if (order && order !== shown) {
    setShown(order)
    setReason('')
  }
  const remove = useDeleteOrder(close)
  const text = reason.trim()
  return (
    <Confirm
      isOpen={order !== null}
      question="Are you sure to delete?"
      answer="Delete"
      isDestructive
      isPending={remove.isPending}
      confirm={() => order && remove.mutate({ params: { id: order._id }, query: text === '' ? {} : { reason: text } })}
      close={close}
    >
      {shown && (
        <p>
          The order of {shown.customer.companyName || shown.customer.name || shown.billToPartyID} of{' '}
          {shown.createdAt.slice(0, 10)} for {asDollars(shown.totalPrice)} will be deleted, and its products return to
          the stock.
        </p>
      )}
      <TextInput
        label="Reason"
        description="Kept with the order."
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  )
}
