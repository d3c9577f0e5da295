import { type ReactNode, useState } from 'react'
import { ReasonField } from '#identity/web/reason-field.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { useDeleteUser } from './hooks.ts'

interface Props {
  /** The user to delete; null while the admin has not chosen one. */
  id: string | null
  isOpen: boolean
  close: () => void
  /** Names the user and the consequences. */
  children: ReactNode
}

export function DeleteDialog({ id, isOpen, close, children }: Props) {
  const { mutate, isPending } = useDeleteUser()
  const [reason, setReason] = useState('')
  return (
    <Confirm
      isOpen={isOpen}
      question="Are you sure to delete?"
      answer="Delete"
      isDestructive
      isPending={isPending}
      isBlocked={id === null}
      confirm={() => id !== null && mutate({ params: { id }, query: { reason } }, { onSettled: close })}
      close={close}
    >
      {children}
      <ReasonField value={reason} change={setReason} />
    </Confirm>
  )
}
