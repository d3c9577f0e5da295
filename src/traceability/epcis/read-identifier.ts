import { hasCheckDigit, withCheckDigit } from '#shared/check-digit.ts'

/** What a URI in an EPCIS document identifies. GTINs have 14 digits, GLNs 13 and SSCCs 18. */
export type Identifier =
  | { kind: 'item'; gtin: string; serial: string }
  | { kind: 'class'; gtin: string; lot: string }
  | { kind: 'container'; sscc: string }
  | { kind: 'place'; gln: string; extension: string }
  | { kind: 'other'; uri: string }
  /** A GS1 identifier with a wrong length, check digit or character. */
  | { kind: 'malformed'; uri: string }

/** Reads the URN form of EPCIS 1.2 and the Digital Link form of EPCIS 2.0. */
export const readIdentifier = (uri: string): Identifier => {
  const [, scheme = '', rest = ''] = /^urn:epc:(?:id|idpat|class):([a-z]+):(.+)$/.exec(uri) ?? []
  if (scheme) return readUrn(uri, scheme, rest)
  if (/^https?:\/\//i.test(uri)) return readLink(uri)
  return { kind: 'other', uri }
}

const readUrn = (uri: string, scheme: string, rest: string): Identifier => {
  const [prefix = '', reference = '', ...others] = rest.split('.')
  // A serial number may contain dots.
  const last = others.length === 0 ? '' : readGs1Text(others.join('.'))
  if (last === null) return isGs1.test(scheme) ? { kind: 'malformed', uri } : { kind: 'other', uri }
  const isNumber = /^\d{6,12}$/.test(prefix) && /^\d*$/.test(reference)
  if (scheme === 'sgtin' || scheme === 'lgtin') {
    if (!isNumber || prefix.length + reference.length !== 13 || last === '') return { kind: 'malformed', uri }
    const gtin = withCheckDigit(`${reference.slice(0, 1)}${prefix}${reference.slice(1)}`)
    if (scheme === 'lgtin') return { kind: 'class', gtin, lot: last }
    return last === '*' ? { kind: 'class', gtin, lot: '' } : { kind: 'item', gtin, serial: last }
  }
  if (scheme === 'sscc') {
    if (!isNumber || prefix.length + reference.length !== 17) return { kind: 'malformed', uri }
    return { kind: 'container', sscc: withCheckDigit(`${reference.slice(0, 1)}${prefix}${reference.slice(1)}`) }
  }
  if (scheme === 'sgln' || scheme === 'pgln') {
    if (!isNumber || prefix.length + reference.length !== 12) return { kind: 'malformed', uri }
    return { kind: 'place', gln: withCheckDigit(`${prefix}${reference}`), extension: last === '0' ? '' : last }
  }
  return { kind: 'other', uri }
}

const isGs1 = /^(?:sgtin|lgtin|sscc|sgln|pgln)$/

/** The 82 characters that GS1 allows in serial and lot numbers (General Specifications, 7.11). */
export const isGs1Text = (text: string): boolean => /^[!"%&'()*+,\-./\d:;<=>?A-Z_a-z]+$/.test(text)

/** The text without its percent escapes; null if they or the characters are not those of GS1. */
const readGs1Text = (escaped: string): string | null => {
  try {
    const text = decodeURIComponent(escaped)
    return isGs1Text(text) ? text : null
  } catch {
    return null
  }
}

const keys: Record<string, number> = { '00': 18, '01': 14, '414': 13, '417': 13 }

const readLink = (uri: string): Identifier => {
  if (!URL.canParse(uri)) return { kind: 'malformed', uri }
  const parts = new URL(uri).pathname.split('/')
  const at = parts.findIndex((part, place) => Object.hasOwn(keys, part) && /^\d+$/.test(parts[place + 1] ?? ''))
  const key = parts[at] ?? ''
  const length = keys[key]
  if (length === undefined) return { kind: 'other', uri }
  const digits = (parts[at + 1] ?? '').padStart(key === '01' ? 14 : 0, '0')
  if (digits.length !== length || !hasCheckDigit(digits)) return { kind: 'malformed', uri }
  const valueOf = (ai: string) => {
    const place = parts.indexOf(ai, at + 2)
    return place > 0 && (place - at) % 2 === 0 ? readGs1Text(parts[place + 1] ?? '') : ''
  }
  const [serial, lot, extension] = [valueOf('21'), valueOf('10'), valueOf('254')]
  if (serial === null || lot === null || extension === null) return { kind: 'malformed', uri }
  if (key === '00') return { kind: 'container', sscc: digits }
  if (key !== '01') return { kind: 'place', gln: digits, extension }
  return serial ? { kind: 'item', gtin: digits, serial } : { kind: 'class', gtin: digits, lot }
}

/** One form for the URN and the Digital Link of the same thing. */
export const keyOf = (identifier: Identifier): string => {
  if (identifier.kind === 'item') return `${identifier.gtin}/${identifier.serial}`
  if (identifier.kind === 'container') return identifier.sscc
  if (identifier.kind === 'class') return `${identifier.gtin}//${identifier.lot}`
  if (identifier.kind === 'place')
    return identifier.extension ? `${identifier.gln}.${identifier.extension}` : identifier.gln
  return identifier.uri
}

/** The GLN of a location or party; empty if the URI is none. */
export const glnOf = (uri: string | undefined): string => {
  const identifier = uri ? readIdentifier(uri) : null
  return identifier?.kind === 'place' ? identifier.gln : ''
}
