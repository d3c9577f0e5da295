import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { useIsReadOnly } from '../read-only.ts'
import { Confirm } from './confirm.tsx'

interface Props extends Omit<ComponentProps<typeof Confirm>, 'isOpen' | 'answer' | 'confirm' | 'close'> {
  label: string
  /** The confirming button, if not as the label. */
  answer?: string
  button?: ButtonProps & { 'aria-label'?: string }
  /** Changes only the user's own account, which read-only users may do too. */
  isOwn?: boolean
  confirm: (close: () => void) => void
}

/** A button that asks before it acts. */
export function ConfirmButton({ label, answer = label, button, isOwn = false, confirm, ...question }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const isRefused = useIsReadOnly() && !isOwn
  const close = () => setIsAsking(false)
  if (isRefused) return null
  return (
    <>
      <Button variant="default" {...button} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <Confirm {...question} isOpen={isAsking} answer={answer} confirm={() => confirm(close)} close={close} />
    </>
  )
}
