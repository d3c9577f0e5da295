import { maxDollars, readAmount } from '#shared/read-number.ts'
import { unguarded as withoutGuard } from '#shared/write-csv.ts'

/** Files exported by the portal guard formulas with an apostrophe, which goes: cells are never evaluated here. */
export const withoutPriceGuard = (cell: string): string => withoutGuard(cell.trim()).trim()

/** Parses a price cell of a file: null removes the price, undefined is invalid. */
export const parsePriceCell = (text: string): number | null | undefined => {
  if (['delete', 'remove', '-'].includes(text.toLowerCase())) return null
  const amount = readAmount(text)
  return amount === null || amount > maxDollars ? undefined : amount
}
