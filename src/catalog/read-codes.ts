import { ndcKeys } from './normalize-ndc.ts'
import { readScan, type Scan } from '#shared/read-scan.ts'

/**
 * The NDCs, as 11 digits, that a code on a box stands for: an NDC in any notation, a UPC-A or a GTIN that holds one, and what a
 * scanner reads of a GS1, HIBC or ISO 15434 code, whose lot, date and serial number say nothing here. A code whose check digit
 * is wrong stands for nothing. Eleven digits may be an NDC and a UPC without its last digit: then for both.
 */
export const codesOf = (text: string): string[] => {
  const known = ndcKeys(text)
  const scan = readScan(text)
  if (scan) return [...new Set([...known, ...ndcsOf(scan)])]
  if (known.length > 0) return known
  const [, labeler, product, pack] = /^(\d{1,5})-(\d{1,4})-(\d{1,2})$/.exec(text.trim()) ?? []
  // A spreadsheet takes the leading zeros away.
  return labeler && product && pack
    ? ndcKeys(`${labeler.padStart(5, '0')}-${product.padStart(4, '0')}-${pack.padStart(2, '0')}`)
    : []
}

/** Of a case, too: which package is in it is certain, how many of them is not. */
const ndcsOf = ({ gtins, numbers }: Scan): string[] => [
  ...gtins.flatMap((gtin) => ndcKeys(/^\d03(\d{10})\d$/.exec(gtin)?.[1] ?? '')),
  ...numbers.flatMap(ndcKeys),
]

/** Digits from which a spreadsheet took the zeros they began with. */
export const unpaddedCodes = (digits: string): string[] =>
  /^\d{7,9}$/.test(digits) ? [...new Set([digits.padStart(11, '0'), ...ndcKeys(digits.padStart(10, '0'))])] : []
