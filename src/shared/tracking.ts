import { hasCheckDigit } from './check-digit.ts'

type Carrier = 'UPS' | 'FedEx'

export interface Tracking {
  number: string
  /** Null for text other than a number, which gets no link. */
  carrier: Carrier | null
  link: string | null
}

/** Splits a comma-separated list of tracking numbers, strips leading zeros, and links each to its carrier. */
export const trackingLinks = (codes: string | null | undefined, shipVia = ''): Tracking[] =>
  (codes ?? '')
    .split(',')
    .map((code) => code.trim().replace(/^0+/, ''))
    .filter((number) => number !== '')
    .map((number) => {
      const carrier = carrierOf(number, shipVia)
      return { number, carrier, link: carrier && pageOf[carrier] + encodeURIComponent(number) }
    })

const pageOf = {
  UPS: 'https://www.ups.com/track?tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
} as const

/** By the specification: `1Z` is UPS, else "FEDEX" in the shipping method decides, else UPS; no number, no carrier. */
const carrierOf = (number: string, shipVia: string): Carrier | null => {
  const plain = number.replaceAll(/[\s-]/g, '')
  if (!numberForm.test(plain) || digitsIn(plain) < 3) return null
  return !plain.toUpperCase().includes('1Z') && shipVia.toUpperCase().includes('FEDEX') ? 'FedEx' : 'UPS'
}

/** `1Z`, shipper (6), service (2), parcel (7), check digit; letters count by their position in the alphabet. */
const isUpsParcel = (number: string): boolean => {
  const [, serial, check] = /^1Z([0-9A-Z]{15})(\d)$/.exec(number) ?? []
  if (serial === undefined) return false
  const sum = [...serial].reduce((total, sign, at) => {
    const value = /\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10
    return total + value * (at % 2 === 0 ? 1 : 2)
  }, 0)
  return (10 - (sum % 10)) % 10 === Number(check)
}

const expressWeights = [3, 1, 7]

/** Express numbers have 12 digits, Ground 15, pallets and parcels 18 to 22. Leading zeros may be missing. */
const isFedEx = (number: string): boolean => {
  if (/^\d{10,12}$/.test(number)) {
    const digits = number.padStart(12, '0')
    const sum = Array.from(digits.slice(0, -1)).reduce(
      (total, digit, at) => total + Number(digit) * (expressWeights[at % 3] ?? 0),
      0,
    )
    return (sum % 11) % 10 === Number(digits.at(-1))
  }
  return /^(?:\d{15}|\d{18}|\d{20}|\d{22})$/.test(number) && hasCheckDigit(number)
}

/** Separators between two numbers; a single space can also be inside of one. */
const separators = /[,;|&+/\\\n\r\t:()[\]]+|\s(?:and|und|y|et)\s/i
const dates = /\b(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2}))\b/g
const numberForm = /^[A-Za-z0-9-]{4,40}$/

/** Finds tracking numbers in a field as warehouses fill it: any separators, numbers split by spaces, and words. */
export const trackingNumbersIn = (text: string): string[] => [
  ...new Set(text.replaceAll(dates, ' ').split(separators).flatMap(numbersOfPiece)),
]

const numbersOfPiece = (piece: string): string[] => {
  const words = piece
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[^A-Za-z0-9<]+|[.#!?*'"]+$/g, ''))
    .filter(Boolean)
  const [only] = words
  if (words.length === 1) return only && numberForm.test(only) && digitsIn(only) >= 3 ? [only] : []
  const found = splitByForm(words)
  if (found.length > 0) return found
  // Split as printed on a label, although no check digit confirms that it is complete.
  const whole = words.join('')
  const isInParts = words.every((word) => word.length <= 6 && /\d|^[A-Za-z]{1,2}$/.test(word))
  return isInParts && numberForm.test(whole) && digitsIn(whole) >= 4 ? [whole] : []
}

/** From the left, joins as many parts as form a number with a valid check digit; others must look like a number. */
const splitByForm = (words: readonly string[]): string[] => {
  const [first, ...others] = words
  if (first === undefined) return []
  for (let count = Math.min(words.length, maxParts); count > 1; count--) {
    const parts = words.slice(0, count)
    if (isInOneForm(parts)) return [parts.join(''), ...splitByForm(words.slice(count))]
  }
  const isNumber = numberForm.test(first) && digitsIn(first) >= 6
  return [...(isNumber ? [first] : []), ...splitByForm(others)]
}

const maxParts = 8

/** Two long numbers can form a valid third by chance, so only short parts, or parts after `1Z`, are joined. */
const isInOneForm = (parts: readonly string[]): boolean => {
  const plain = parts.join('').replaceAll('-', '').replace(/^0+/, '').toUpperCase()
  return isUpsParcel(plain) || (parts.every(({ length }) => length <= 6) && isFedEx(plain))
}

const digitsIn = (text: string): number => text.replaceAll(/\D/g, '').length
