import { TextInput, type TextInputProps } from '@mantine/core'
import { asDollars } from '#shared/money.ts'
import { readAmount, readPieces } from '#shared/read-number.ts'
import { grouped } from '#shared/number-words.ts'

interface Props extends TextInputProps {
  /** The field's current text, for the hint below. */
  typed: string
}

/** Dollars, typed or pasted in any common format; the hint shows how other formats than `1234.56` were read. */
export function MoneyField({ typed, ...props }: Props) {
  const amount = readAmount(typed)
  const reading = amount === null ? 'Enter a number like 1,234.56' : `Read as ${asDollars(amount)}`
  return (
    <NumberText
      leftSection="$"
      inputMode="decimal"
      {...props}
      description={/^(\d+(\.\d{1,2})?)?$/.test(typed.trim()) ? undefined : reading}
    />
  )
}

/** A number of pieces, likewise. */
export function PiecesField({ typed, ...props }: Props) {
  const pieces = readPieces(typed)
  const reading = pieces === null ? 'Enter a number like 1,200' : `Read as ${grouped(pieces)}`
  return <NumberText inputMode="numeric" {...props} description={/^\d*$/.test(typed.trim()) ? undefined : reading} />
}

function NumberText(props: TextInputProps) {
  return (
    <TextInput
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      descriptionProps={{ 'aria-live': 'polite' }}
      {...props}
      description={props.error ? undefined : props.description}
    />
  )
}
