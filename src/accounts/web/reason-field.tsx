import { Textarea } from '@mantine/core'

export function ReasonField({ value, change }: { value: string; change: (text: string) => void }) {
  return (
    <Textarea
      label="Reason"
      description="Optional. It is kept in the audit trail."
      value={value}
      maxLength={500}
      rows={2}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
