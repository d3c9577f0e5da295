import { ndcKeys } from '#catalogue/normalise-ndc.ts'
import { hasCheckDigit } from '#shared/check-digit.ts'

/**
 * The NDCs, as 11 digits, that a code on a box stands for: an NDC in any notation, a UPC-A or a GTIN that holds one, and the
 * GS1 element string of a scanner, whose lot, date and serial number say nothing here. A code whose check digit is wrong
 * stands for nothing.
 */
export const codesOf = (text: string): string[] => {
  const known = ndcKeys(text)
  if (known.length > 0) return known
  const code = gtinOf(text.trim())
  if (code) return hasCheckDigit(code) ? ndcKeys(/^\d03(\d{10})\d$/.exec(code.padStart(14, '0'))?.[1] ?? '') : []
  const [, labeler, product, pack] = /^(\d{1,5})-(\d{1,4})-(\d{1,2})$/.exec(text.trim()) ?? []
  // A spreadsheet takes the leading zeros away.
  return labeler && product && pack
    ? ndcKeys(`${labeler.padStart(5, '0')}-${product.padStart(4, '0')}-${pack.padStart(2, '0')}`)
    : []
}

/** Digits from which a spreadsheet took the zeros they began with. */
export const unpaddedCodes = (digits: string): string[] =>
  /^\d{7,9}$/.test(digits) ? [...new Set([digits.padStart(11, '0'), ...ndcKeys(digits.padStart(10, '0'))])] : []

const gtinOf = (text: string): string => {
  const [, bracketed] = /\(01\)\s*(\d{14})/.exec(text) ?? []
  if (bracketed) return bracketed
  const [, scanned] = /^(?:\][A-Za-z]\d)?\s*(?:1[1-7]\d{6}\s?)*01(\d{14})(?=$|\s|[1-9])/.exec(text) ?? []
  return scanned ?? (/^\d{12,14}$/.test(text.replaceAll(/[\s-]/g, '')) ? text.replaceAll(/[\s-]/g, '') : '')
}
