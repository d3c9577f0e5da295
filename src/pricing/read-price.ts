import { maxDollars, readAmount } from '#shared/read-number.ts'
import { unguarded as withoutGuard } from '#shared/write-csv.ts'

/** Files that the portal wrote guard formulas by an apostrophe; here nothing is a formula. */
export const withoutPriceGuard = (cell: string): string => withoutGuard(cell.trim()).trim()

/** A price as a file writes it; null takes it away, and undefined is none. */
export const parsePriceCell = (text: string): number | null | undefined => {
  if (['delete', 'remove', '-'].includes(text.toLowerCase())) return null
  const amount = readAmount(text)
  return amount === null || amount > maxDollars ? undefined : amount
}
