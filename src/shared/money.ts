const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Whole cents of an amount in dollars, half a cent rounded up; the tiny nudge undoes what binary fractions lose. */
export const toCents = (amount: number): number =>
  Math.round((amount + Math.sign(amount) * Number.EPSILON * Math.abs(amount)) * 100)

export const toDollars = (cents: number): number => cents / 100

/** The price of a line in cents: the unit price is rounded to cents first, so nothing is lost between preview and order. */
export const lineCents = (line: { price: number; quantity: number }): number => toCents(line.price) * line.quantity

/** What a buyer reads: `$1,234.50`. */
export const asDollars = (amount: number): string => dollars.format(amount)
