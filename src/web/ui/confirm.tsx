import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { focusBlocked } from './block-submit.ts'
import styles from './confirm.module.css'
import { Dialog } from './dialog.tsx'

interface Props {
  isOpen: boolean
  /** The question itself, such as `Are you sure to delete?`. */
  question: string
  /** What it is about, and what follows: names the thing. */
  children?: ReactNode
  /** The answer that acts, such as `Delete`. */
  answer: string
  /** For what cannot be taken back. */
  isDestructive?: boolean
  isPending?: boolean
  /** Something that the act needs is not given yet. */
  isBlocked?: boolean
  /** Without it there is nothing to agree to: the dialog only explains. */
  confirm?: (() => void) | undefined
  close: () => void
}

/** Asks before an act that matters. Escape, the cross and Cancel all leave everything as it is. */
export function Confirm(props: Props) {
  const {
    isOpen,
    question,
    children,
    answer,
    isDestructive = false,
    isPending = false,
    isBlocked = false,
    confirm,
    close,
  } = props
  return (
    <Dialog isOpen={isOpen} title={question} close={close}>
      {children && <div className={styles.about}>{children}</div>}
      <div className={styles.actions}>
        <Button variant="default" onClick={close} data-autofocus={isDestructive || !confirm || undefined}>
          {confirm ? 'Cancel' : 'Close'}
        </Button>
        {confirm && (
          <Button
            {...(isDestructive && { className: styles.destructive })}
            loading={isPending}
            disabled={isBlocked}
            onClick={({ currentTarget }) => focusBlocked(currentTarget.closest('[role="dialog"]')) || confirm()}
            data-autofocus={!isDestructive || undefined}
          >
            {answer}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
