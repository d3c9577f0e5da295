import { toCents, toDollars } from './money.ts'

export const maxDollars = 9_999_999.99

/**
 * Parses dollars as users write them, `$1,234.56` or `1234.5`, rounded to the cent. Ambiguous text such as `1,23` and
 * `1.234,56` is null, because prices must not be guessed.
 */
export const readAmount = (written: string): number | null => {
  const digits = amountDigits(written)
  return digits === null ? null : toDollars(toCents(Number(digits)))
}

/** The amount as a plain decimal number with all its digits. */
export const amountDigits = (written: string): string | null => {
  const bare = written
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/\s*USD$/i, '')
  const isAmount = /^(?:\d{1,15}|[1-9]\d{0,2}(?:,\d{3}){1,4})?(?:\.\d*)?$/.test(bare) && /\d/.test(bare)
  return isAmount ? bare.replaceAll(',', '') : null
}

/** Parses a count, `1,200` or `-3`; null unless it is clearly a whole number. */
export const readPieces = (written: string): number | null => {
  const bare = written.trim().replace(/^−/, '-')
  if (!/^[+-]?(?:\d{1,15}|[1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.0{1,2})?$/.test(bare)) return null
  return Number(bare.replaceAll(',', ''))
}

/** Parses a number of pieces that cannot be negative. */
export const readUnsigned = (written: string): number | null => {
  const pieces = readPieces(written)
  return pieces !== null && pieces >= 0 ? pieces : null
}

/** A factor of more than ten is probably a typo. Without a known price there is nothing to compare. */
export const isFarFrom = (price: number, known: number): boolean =>
  known > 0 && (price > known * 10 || price * 10 < known)
