import { type ReactNode, useState } from 'react'
import { ReasonField } from '#identity/web/reason-field.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import type { useDeleteUser, useRejectCustomer } from './hooks.ts'

interface Props {
  change: ReturnType<typeof useDeleteUser | typeof useRejectCustomer>
  act: 'Delete' | 'Reject'
  /** The user; null while the admin has not chosen one. */
  id: string | null
  isOpen: boolean
  close: () => void
  /** Called with the user who was removed. */
  gone?: ((id: string) => void) | undefined
  /** Names the user and the consequences. */
  children: ReactNode
}

/** Confirms that an account is removed, with a reason for the audit trail. */
export function ReasonDialog({ change: { mutate, isPending }, act, id, isOpen, close, gone, children }: Props) {
  const [reason, setReason] = useState('')
  return (
    <Confirm
      isOpen={isOpen}
      question={`Are you sure to ${act.toLowerCase()}?`}
      answer={act}
      isDestructive
      isPending={isPending}
      isBlocked={id === null}
      confirm={() =>
        id !== null && mutate({ params: { id }, query: { reason } }, { onSuccess: () => gone?.(id), onSettled: close })
      }
      close={close}
    >
      {children}
      <ReasonField value={reason} change={setReason} />
    </Confirm>
  )
}
