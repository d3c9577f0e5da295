import type { Ref } from 'react'
import { maxDollars, readAmount } from '#shared/read-number.ts'
import { MoneyField } from '#web/ui/number-fields.tsx'

interface Props {
  value: string
  onChange: (value: string) => void
  isTried: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** A price in dollars and cents. */
export function PriceField({ value, onChange, isTried, inputRef }: Props) {
  return (
    <MoneyField
      {...(inputRef && { ref: inputRef })}
      label="Price"
      value={value}
      typed={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
      error={isTried && priceOf(value) === null ? 'Enter a price, such as 1,234.56.' : undefined}
    />
  )
}

/** The typed price, or null if it is not valid. */
export const priceOf = (typed: string): number | null => {
  const amount = readAmount(typed)
  return amount === null || amount > maxDollars ? null : amount
}
