import { ActButton } from './act-button.tsx'

export function DeleteButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActButton size="compact-xs" variant="subtle" color="red" aria-label={label} onClick={onClick}>
      Delete
    </ActButton>
  )
}
