import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './form-actions.module.css'

interface Props extends Pick<ButtonProps, 'size'> {
  /** Leave out if there is nothing to cancel. */
  cancel?: (() => void) | undefined
  cancelLabel?: string
  /** A note or a further action, at the left. */
  beside?: ReactNode
  /** The submit button. */
  children: ReactNode
}

/** The footer of every form and dialog: Cancel, then submit, at the right. */
export function FormActions({ cancel, cancelLabel = 'Cancel', beside, size = 'sm', children }: Props) {
  return (
    <div className={styles.actions}>
      {beside && <div className={styles.beside}>{beside}</div>}
      {cancel && (
        <Button variant="default" size={size} onClick={cancel}>
          {cancelLabel}
        </Button>
      )}
      {children}
    </div>
  )
}
