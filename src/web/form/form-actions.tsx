import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './form-actions.module.css'

interface Props extends Pick<ButtonProps, 'size'> {
  /** Without it there is nothing to take back. */
  cancel?: (() => void) | undefined
  cancelLabel?: string
  /** What is said of the form, or done besides; it stands at the left. */
  beside?: ReactNode
  /** The act. */
  children: ReactNode
}

/** How every form and dialog ends: Cancel, then the act, to the right. */
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
