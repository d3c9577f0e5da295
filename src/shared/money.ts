/** Converts dollars to whole cents, rounding half up; the epsilon compensates binary fractions. */
export const toCents = (amount: number): number =>
  Math.round((amount + Math.sign(amount) * Number.EPSILON * Math.abs(amount)) * 100)

export const toDollars = (cents: number): number => cents / 100

/** A line's price in cents. The unit price is rounded first, so that preview and order agree. */
export const lineCents = (line: { price: number; quantity: number }): number => toCents(line.price) * line.quantity

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$1,234.50`. */
export const asDollars = (amount: number): string => dollars.format(toDollars(toCents(amount)) || 0)

/** The amount in the currency of an invoice: `1,234.50 EUR`. */
export const inCurrency = (amount: number, currency: string): string =>
  currency === 'USD' ? asDollars(amount) : `${asDollars(amount).replace('$', '')} ${currency}`
