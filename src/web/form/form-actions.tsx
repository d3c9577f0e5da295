import { Button, type ButtonProps, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { readOnlyNote, useIsReadOnly } from '../read-only.ts'

interface Props extends Pick<ButtonProps, 'size'> {
  /** Leave out if there is nothing to cancel. */
  cancel?: (() => void) | undefined
  cancelLabel?: string
  /** A note or a further action, at the left. */
  beside?: ReactNode
  /** Changes only the user's own account, which read-only users may do too. */
  isOwn?: boolean
  /** The submit button. */
  children: ReactNode
}

/** The footer of every form and dialog: Cancel, then submit, at the right. Read-only users get the reason instead. */
export function FormActions({ cancel, cancelLabel = 'Cancel', beside, size = 'sm', isOwn = false, children }: Props) {
  const isRefused = useIsReadOnly() && !isOwn
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
      {isRefused ? (
        <Text span c="dimmed" fz="sm">
          {readOnlyNote}
        </Text>
      ) : (
        children
      )}
    </Group>
  )
}
