import { ndcKeys } from './normalize-ndc.ts'
import { readScan, type Scan } from '#shared/read-scan.ts'

/**
 * The 11-digit NDCs that a code on a box may represent: an NDC in any notation, a UPC-A or GTIN that contains one, or
 * scanner output in GS1, HIBC or ISO 15434 format, of which lot, date and serial number are ignored. A wrong check
 * digit matches nothing. Eleven digits may be an NDC or a UPC without its check digit; then both are returned.
 */
export const codesOf = (text: string): string[] => {
  const known = ndcKeys(text)
  const scan = readScan(text)
  if (scan) return [...new Set([...known, ...ndcsOf(scan)])]
  if (known.length > 0) return known
  const [, labeler, product, pack] = /^(\d{1,5})-(\d{1,4})-(\d{1,2})$/.exec(text.trim()) ?? []
  // Spreadsheets drop leading zeros.
  return labeler && product && pack
    ? ndcKeys(`${labeler.padStart(5, '0')}-${product.padStart(4, '0')}-${pack.padStart(2, '0')}`)
    : []
}

/** Accepts case codes as well: they identify the package inside, but not how many the case contains. */
const ndcsOf = ({ gtins, numbers }: Scan): string[] => [
  ...gtins.flatMap((gtin) => ndcKeys(/^\d03(\d{10})\d$/.exec(gtin)?.[1] ?? '')),
  ...numbers.flatMap(ndcKeys),
]

/** The codes that digits may represent after a spreadsheet dropped their leading zeros. */
export const unpaddedCodes = (digits: string): string[] =>
  /^\d{7,9}$/.test(digits) ? [...new Set([digits.padStart(11, '0'), ...ndcKeys(digits.padStart(10, '0'))])] : []
