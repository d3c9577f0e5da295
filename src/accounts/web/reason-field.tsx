import { Textarea } from '@mantine/core'

interface Props {
  value: string
  change: (text: string) => void
  isRequired?: boolean
}

export function ReasonField({ value, change, isRequired = false }: Props) {
  return (
    <Textarea
      label="Reason"
      description={isRequired ? 'It is kept in the audit trail.' : 'Optional. It is kept in the audit trail.'}
      required={isRequired}
      value={value}
      maxLength={500}
      rows={2}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
