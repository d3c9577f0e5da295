import { ActionIcon } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useIsReadOnly } from '../read-only.ts'

/** Deletes a row: quiet, because a list has one in every row. Hidden from read-only users. */
export function DeleteButton({ label, onClick }: { label: string; onClick: () => void }) {
  if (useIsReadOnly()) return null
  return (
    <ActionIcon size={28} variant="subtle" color="gray" aria-label={label} title="Delete" onClick={onClick}>
      <Trash2 size={16} aria-hidden />
    </ActionIcon>
  )
}
