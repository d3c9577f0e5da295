import { Text } from '@mantine/core'
import { readOnlyNote } from '#web/read-only.ts'

/** Tells a director on every page why there are no buttons. */
export function ReadOnlyBar() {
  return (
    <Text
      component="aside"
      aria-label="Read-only account"
      fz="sm"
      px="md"
      py={6}
      ta="center"
      bg="var(--notice-soft)"
      c="var(--notice)"
    >
      {readOnlyNote} You can view the whole back office. Ask an admin to make changes.
    </Text>
  )
}
