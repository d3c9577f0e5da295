import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { focusBlocked } from './block-submit.ts'
import styles from './confirm.module.css'
import { Dialog } from './dialog.tsx'

interface Props {
  isOpen: boolean
  /** The question itself, such as `Are you sure to delete?`. */
  question: string
  /** Names the affected record and the consequences. */
  children?: ReactNode
  /** The label of the confirming button, such as `Delete`. */
  answer: string
  /** For irreversible actions. */
  isDestructive?: boolean
  isPending?: boolean
  /** True while a required input is missing. */
  isBlocked?: boolean
  /** Without it the dialog is informational. */
  confirm?: (() => void) | undefined
  close: () => void
}

/** Asks before an important action. Escape, the close button and Cancel change nothing. */
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
