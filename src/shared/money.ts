import { groupDigits } from './number-words.ts'

/** Whole cents of an amount in dollars, half a cent rounded up; the tiny nudge undoes what binary fractions lose. */
export const toCents = (amount: number): number =>
  Math.round((amount + Math.sign(amount) * Number.EPSILON * Math.abs(amount)) * 100)

export const toDollars = (cents: number): number => cents / 100

/** The price of a line in cents: the unit price is rounded to cents first, so nothing is lost between preview and order. */
export const lineCents = (line: { price: number; quantity: number }): number => toCents(line.price) * line.quantity

/** What a buyer reads: `$1,234.50`. */
export const asDollars = (amount: number): string => {
  const cents = toCents(amount)
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const whole = groupDigits(digits.slice(0, -2))
  return `${cents < 0 ? '-' : ''}$${whole}.${digits.slice(-2)}`
}

/** The same in the currency of an invoice: `1,234.50 EUR`. */
export const inCurrency = (amount: number, currency: string): string =>
  currency === 'USD' ? asDollars(amount) : `${asDollars(amount).replace('$', '')} ${currency}`
