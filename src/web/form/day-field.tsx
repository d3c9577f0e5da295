import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, type FocusEvent, useState } from 'react'
import { doubtOfDay, plausibleYears } from '#shared/plausible-day.ts'
import { useBlockSubmit } from '../ui/block-submit.ts'

/** A date field. An unlikely year such as 26 shows a hint and blocks submit. */
export function DayField({ onChange, onBlur, error, ...props }: TextInputProps) {
  const [typed, setTyped] = useState(String(props.defaultValue ?? ''))
  const [isTold, setIsTold] = useState(false)
  const day = props.value === undefined ? typed : String(props.value)
  const doubt = day === '' ? null : doubtOfDay(day)
  return (
    <TextInput
      {...props}
      {...useBlockSubmit(doubt !== null, () => setIsTold(true))}
      type="date"
      min={`${plausibleYears.first}-01-01`}
      max={`${plausibleYears.last}-12-31`}
      // While the year is typed it is 2, 20 and 202 before it is 2026, so wait for blur.
      error={isTold && doubt ? doubt : error}
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        setIsTold(false)
        setTyped(event.currentTarget.value)
        onChange?.(event)
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setIsTold(true)
        onBlur?.(event)
      }}
    />
  )
}
