const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'

export interface HibcLabel {
  /** The labeler's code; empty on a label's second barcode. */
  labeler: string
  /** The labeler's product number. */
  product: string
  /** 0 is the unit of use, 1 the package for sale; higher levels contain others. */
  level: number
  /** The quantity, if the label has one. */
  count: number | null
}

/** The last character is the sum of all others modulo 43. */
const hasCheckSign = (text: string): boolean => {
  const values = [...text].map((sign) => signs.indexOf(sign))
  if (values.includes(-1)) return false
  const check = values.pop()
  return values.reduce((sum, value) => sum + value, 0) % 43 === check
}

/** Parses a Health Industry Bar Code label; null for other codes and read errors. */
export const readHibc = (scanned: string): HibcLabel | null => {
  // Code 39 begins and ends with an asterisk.
  const text = scanned.replace(/^\*(.*)\*$/, '$1').toUpperCase()
  if (!/^\+[A-Z0-9$\-. /+%]{6,}$/.test(text) || !hasCheckSign(text)) return null
  const [primary = '', ...others] = text.slice(0, -1).split('/')
  const [, labeler, product, level] = /^\+([A-Z][A-Z0-9]{3})([A-Z0-9]{1,18})(\d)$/.exec(primary) ?? []
  if (labeler === undefined || product === undefined)
    return /^\+(?:\$|\d{5})/.test(primary)
      ? { labeler: '', product: '', level: 1, count: countIn([text.slice(1)]) }
      : null
  return { labeler, product, level: Number(level), count: countIn(others) }
}

const countIn = (parts: readonly string[]): number | null => {
  for (const part of parts) {
    const [, two, five, own] = /^\$\$(?:8(\d{2})|9(\d{5}))|^Q(\d{1,5})$/.exec(part) ?? []
    const digits = two ?? five ?? own
    if (digits !== undefined) return Number(digits)
  }
  return null
}
