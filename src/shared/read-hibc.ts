const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'

export interface HibcLabel {
  /** Whose number it is; empty on the second barcode of a label. */
  labeler: string
  /** The labeler's number of the product. */
  product: string
  /** 0 is what is used on a patient, 1 the package that is sold; higher ones hold others. */
  level: number
  /** Said beside lot and date. */
  count: number | null
}

/** `+` and the sum of all signs modulo 43, as the last sign says it. */
const hasCheckSign = (text: string): boolean => {
  const values = [...text].map((sign) => signs.indexOf(sign))
  if (values.includes(-1)) return false
  const check = values.pop()
  return values.reduce((sum, value) => sum + value, 0) % 43 === check
}

/** A label by the Health Industry Bar Code standard; null for what is none, or was read wrong. */
export const readHibc = (scanned: string): HibcLabel | null => {
  // Code 39 begins and ends with stars.
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
