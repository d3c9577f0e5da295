import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '#web/ui/confirm.tsx'
import type { Order } from '../../order-shapes.ts'
import { useReleaseOrder } from './hooks.ts'

interface Props {
  order: Order
  isOpen: boolean
  close: () => void
}

/** The way past an expired licence: an admin takes it with a reason, which is kept in the audit trail (G68). */
export function ReleaseOrderDialog({ order, isOpen, close }: Props) {
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
      question="Send this order although the license has expired?"
      answer="Send to the ERP"
      isPending={release.isPending}
      confirm={confirm}
      close={close}
    >
      <p>
        The order of {order.user.companyName || order.user.name} waits until the license is renewed. Your name and your
        reason are kept in the audit trail.
      </p>
      <TextInput
        label="Reason"
        required
        maxLength={500}
        value={reason}
        error={isMissing && 'The reason is required.'}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  )
}
