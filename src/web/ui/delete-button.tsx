import { Button } from '@mantine/core'

export function DeleteButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="compact-xs" variant="subtle" color="red" aria-label={label} onClick={onClick}>
      Delete
    </Button>
  )
}
