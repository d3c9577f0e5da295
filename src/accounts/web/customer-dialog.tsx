import { useState } from 'react'
import { Confirm } from '#web/ui/confirm.tsx'
import type { CustomerRow } from '../account-shapes.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { calledBy } from './called-by.ts'
import type { AskedAct } from './customers-page.tsx'
import { useConvertCustomer, useDeleteUser, useRejectCustomer } from './hooks.ts'
import { ReasonField } from './reason-field.tsx'

interface Props {
  asked: AskedAct | null
  close: () => void
}

/** One question at a time, about one customer; what was asked last stays readable while its dialog fades out. */
export function CustomerDialog({ asked, close }: Props) {
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  if (!shown) return null
  const { act, customer } = shown
  const given = { customer, isOpen: asked !== null, close }
  const key = `${act}-${customer._id}`
  if (act === 'accept') return <AcceptDialog key={key} {...given} />
  if (act === 'convert') return <ConvertDialog key={key} {...given} />
  return act === 'reject' ? <RejectDialog key={key} {...given} /> : <DeleteDialog key={key} {...given} />
}

export interface DialogProps {
  customer: CustomerRow
  isOpen: boolean
  close: () => void
}

function RejectDialog({ customer, isOpen, close }: DialogProps) {
  const { mutate, isPending } = useRejectCustomer()
  const [reason, setReason] = useState('')
  return (
    <Confirm
      isOpen={isOpen}
      question="Are you sure to reject?"
      answer="Reject"
      isDestructive
      isPending={isPending}
      confirm={() => mutate({ params: { id: customer._id }, query: { reason } }, { onSettled: close })}
      close={close}
    >
      <p>The request of {calledBy(customer)} is removed, and the applicant gets a mail.</p>
      <ReasonField value={reason} change={setReason} />
    </Confirm>
  )
}

function DeleteDialog({ customer, isOpen, close }: DialogProps) {
  const { mutate, isPending } = useDeleteUser()
  const [reason, setReason] = useState('')
  return (
    <Confirm
      isOpen={isOpen}
      question="Are you sure to delete?"
      answer="Delete"
      isDestructive
      isPending={isPending}
      confirm={() => mutate({ params: { id: customer._id }, query: { reason } }, { onSettled: close })}
      close={close}
    >
      <p>{calledBy(customer)} is signed out and cannot sign in again. Orders and invoices stay.</p>
      <ReasonField value={reason} change={setReason} />
    </Confirm>
  )
}

function ConvertDialog({ customer, isOpen, close }: DialogProps) {
  const { convert, isPending } = useConvertCustomer()
  return (
    <Confirm
      isOpen={isOpen}
      question="By continuing, you will convert this account into a sales-rep profile."
      answer="Continue"
      isDestructive
      isPending={isPending}
      confirm={() => convert(customer._id, close)}
      close={close}
    >
      <p>{calledBy(customer)} loses the prices agreed for it and is signed out. There is no way back.</p>
    </Confirm>
  )
}
