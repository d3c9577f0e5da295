import { NativeSelect } from '@mantine/core'
import { reportYears } from '../contract.ts'

interface Props {
  label: string
  year: number
  onChange: (year: number) => void
}

const years = reportYears().map(String)

export function YearSelect({ label, year, onChange }: Props) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={years}
      value={String(year)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  )
}
