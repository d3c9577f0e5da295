/**
 * The 11-digit (5-4-2) forms that a text may represent as a National Drug Code: 4-4-2, 5-3-2, 5-4-1 and 5-4-2 with
 * dashes or spaces, or 11 digits. Ten digits without separators match three codes; text that is not an NDC matches
 * none.
 */
export const ndcKeys = (text: string): string[] => candidatesOf(bare(text)).filter((key) => !/^0+$/.test(key))

/** The text as an 11-digit NDC; empty if it is not an NDC or is ambiguous. */
export const ndcKey = (text: string): string => {
  const [key = '', ...others] = ndcKeys(text)
  return others.length === 0 ? key : ''
}

/** Formats `00006302902` as `00006-3029-02`. */
export const dashedNdc = (key: string): string => partsOf(key).join('-')

/** All notations of the code: 11 digits, and 10 digits if a part has a leading zero, each with and without dashes. */
export const ndcNotations = (key: string): string[] => {
  const parts = partsOf(key)
  const shortened = parts.flatMap((part, at) => (part.startsWith('0') ? [parts.with(at, part.slice(1))] : []))
  const dashed = [parts, ...shortened].map((form) => form.join('-'))
  return [...new Set([...dashed, ...dashed.map((form) => form.replaceAll('-', ''))])]
}

/** Normalizes separators to a single dash. Spaces within 11 digits are dropped if they don't separate the parts. */
const bare = (text: string): string => {
  const code = text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^ndc[\s:#]*/i, '')
  const digits = code.replaceAll(/\s/g, '')
  return /^\d{11}$/.test(digits) ? digits : code.replaceAll(/\s*[\u2010-\u2015\u2212-]\s*|\s+/g, '-')
}

const candidatesOf = (code: string): string[] => {
  const [labeler = '', product = '', pack = ''] = /^(\d{4,5})-(\d{3,4})-(\d{1,2})$/.exec(code)?.slice(1) ?? []
  if (labeler) {
    const missing = 11 - labeler.length - product.length - pack.length
    return missing <= 1 ? [labeler.padStart(5, '0') + product.padStart(4, '0') + pack.padStart(2, '0')] : []
  }
  if (/^\d{11}$/.test(code)) return [code]
  if (!/^\d{10}$/.test(code)) return []
  return [`0${code}`, `${code.slice(0, 5)}0${code.slice(5)}`, `${code.slice(0, 9)}0${code.slice(9)}`]
}

const partsOf = (key: string): string[] => [key.slice(0, 5), key.slice(5, 9), key.slice(9)]
