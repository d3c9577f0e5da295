/** A decimal number without rounding surprises: a bigint in units of 10^-14, the finest scale the protocol uses. */
export type Decimal = bigint

const finest = 14
const one = 10n ** BigInt(finest)

export const isDecimal = (text: string) => /^-?\d{1,20}(\.\d{1,14})?$/.test(text)

export const decimal = (text: string): Decimal => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + fraction.padEnd(finest, '0'))
  return text.startsWith('-') ? -size : size
}

export const decimalText = (value: Decimal, scale: number) => {
  const digits = (value < 0n ? -value : value).toString().padStart(finest + 1, '0')
  const fraction = digits.slice(-finest).slice(0, scale)
  return `${value < 0n ? '-' : ''}${digits.slice(0, -finest)}${scale ? `.${fraction}` : ''}`
}

export const multiply = (left: Decimal, right: Decimal): Decimal => (left * right) / one

export const divide = (left: Decimal, right: Decimal): Decimal => (left * one) / right

const roundToCents = (value: Decimal): Decimal => {
  const cent = one / 100n
  const half = value < 0n ? -cent / 2n : cent / 2n
  return ((value + half) / cent) * cent
}

/** An amount as the wire shows it: two decimals that count, six that are written. */
export const amountText = (value: Decimal) => decimalText(roundToCents(value), 6)

export const quantityText = (value: Decimal) => decimalText(value, 14)
