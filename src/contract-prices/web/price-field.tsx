import { Button, NumberInput } from '@mantine/core'
import type { Ref } from 'react'

interface Props {
  value: number | string
  onChange: (value: number | string) => void
  isWrong: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** A price in dollars, to the cent. */
export function PriceField({ value, onChange, isWrong, inputRef }: Props) {
  return (
    <NumberInput
      {...(inputRef && { ref: inputRef })}
      label="Price"
      leftSection="$"
      value={value}
      onChange={onChange}
      min={0}
      max={9_999_999.99}
      decimalScale={2}
      required
      error={isWrong ? 'Enter a price.' : undefined}
    />
  )
}

export function DeletePriceButton({ of, onClick }: { of: string; onClick: () => void }) {
  return (
    <Button size="compact-xs" variant="subtle" color="red" aria-label={`Delete the price of ${of}`} onClick={onClick}>
      Delete
    </Button>
  )
}
