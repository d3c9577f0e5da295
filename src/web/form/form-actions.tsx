import { Button, type ButtonProps, Group } from '@mantine/core'
import type { ReactNode } from 'react'

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
    <Group gap="8px 12px" justify="flex-end" w="100%">
      {beside && (
        <Group gap="8px 12px" flex={1}>
          {beside}
        </Group>
      )}
      {cancel && (
        <Button variant="default" size={size} onClick={cancel}>
          {cancelLabel}
        </Button>
      )}
      {children}
    </Group>
  )
}
