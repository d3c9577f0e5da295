import { LimitedArea } from '#web/form/limited-text.tsx'

interface Props {
  value: string
  change: (text: string) => void
  isRequired?: boolean
}

export function ReasonField({ value, change, isRequired = false }: Props) {
  return (
    <LimitedArea
      label="Reason"
      description={isRequired ? 'Recorded in the audit trail.' : 'Optional. Recorded in the audit trail.'}
      required={isRequired}
      value={value}
      most={500}
      rows={2}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
