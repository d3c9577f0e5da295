import { hasCheckDigit, withCheckDigit } from './check-digit.ts'
import { bracketedElements, type Element, rawElements } from './gs1-elements.ts'
import { endOfMessage, recordSeparator, scanTextOf, separator } from './scan-text.ts'

/** The content of a product code. */
export interface Scan {
  form: 'GS1' | 'Digital Link' | 'ISO 15434' | 'HIBC' | 'GTIN' | 'UPC without its check digit'
  /** Product GTINs with 14 digits; several if the code is ambiguous. */
  gtins: string[]
  /** Product numbers other than GTINs: an NDC or the labeler's number. */
  numbers: string[]
  /** A code of a case with several packages. */
  isCase: boolean
  /** Number of pieces or packages inside, if stated. */
  count: number | null
  lot: string
  serial: string
  /** YYYY-MM-DD, or YYYY-MM without a day. */
  expiry: string
}

/** A note on how a code was read, given the numbers of the products it found. */
export const scanNote = ({ form, gtins: [gtin = ''], isCase, count }: Scan, found: readonly string[]): string => {
  if (isCase)
    return `This is a case barcode${count === null ? '' : ` of ${count.toLocaleString('en-US')}`}. Quantities are counted in single packages.`
  if (form !== 'UPC without its check digit' || found.length === 0) return ''
  const typed = gtin.slice(2, -1)
  return found.some((number) => number.replaceAll('-', '') === typed) ? '' : 'Read as a UPC without its check digit.'
}

const nothing = { gtins: [], numbers: [], isCase: false, count: null, lot: '', serial: '', expiry: '' }

/** Parses scanned, typed or pasted text as a product code; null for an NDC, an item number or other text. */
export const readScan = (scanned: string): Scan | null => {
  if (scanned.length > 1_000) return null
  const { text, isGs1 } = scanTextOf(scanned)
  if (text.startsWith('[)>')) return readEnvelope(text)
  if (/^(?:https?:\/\/)?[\w.-]+\.[a-z]{2,}[/?]/i.test(text)) return readLink(text)
  if (/^\*?\+/.test(text)) return fromHibc(text)
  return readBare(text, isGs1)
}

const readBare = (text: string, isGs1: boolean): Scan | null => {
  const printed = bracketedElements(text)
  if (printed.length > 0) return fromElements('GS1', [printed])
  const digits = text.replaceAll(/[\s-]/g, '')
  // Eleven digits are an NDC, or a UPC without its last digit.
  if (!isGs1 && /^\d+$/.test(digits) && /^\d[\d\s-]*$/.test(text)) {
    if (/^\d{12,14}$/.test(digits)) return fromGtin(digits)
    if (/^\d{11}$/.test(text))
      return { ...nothing, form: 'UPC without its check digit', gtins: [`00${withCheckDigit(text)}`] }
  }
  const compact = text.replaceAll(/\s+/g, '')
  if (!isGs1 && !/^\d{2}/.test(compact)) return null
  return fromElements('GS1', readingsOf(compact, isGs1))
}

/** A leading GTIN is reliable, even if the rest is truncated or malformed. */
const readingsOf = (compact: string, isGs1: boolean): Element[][] => {
  const readings = rawElements(compact)
  if (readings.some((elements) => elements.some(isProduct))) return readings
  const [, gtin] = /^01(\d{14})/.exec(compact) ?? []
  if (gtin && hasCheckDigit(gtin)) return [[{ ai: '01', value: gtin }]]
  return isGs1 ? readings : []
}

const isProduct = ({ ai, value }: Element): boolean => (ai === '01' || ai === '02') && hasCheckDigit(value)

const fromElements = (form: Scan['form'], readings: readonly Element[][]): Scan | null => {
  const right = readings.filter((elements) => elements.some(isProduct))
  const [likeliest] = right.length > 0 ? right : readings
  if (!likeliest) return null
  const valueOf = (...ais: string[]) => likeliest.find(({ ai }) => ais.includes(ai))?.value ?? ''
  const gtins = [...new Set(right.flatMap((elements) => elements.filter(isProduct).map(({ value }) => value)))]
  const numbers = likeliest.flatMap(({ ai, value }) => (ai === '715' ? [value] : []))
  if (gtins.length === 0 && numbers.length === 0 && !likeliest.some(({ ai }) => ai === '01' || ai === '02')) return null
  const count = valueOf('37', '30')
  return {
    form,
    gtins,
    numbers,
    isCase: gtins.some(isCaseGtin) || valueOf('02') !== '',
    count: /^\d+$/.test(count) ? Number(count) : null,
    lot: valueOf('10'),
    serial: valueOf('21'),
    expiry: dayOf(valueOf('17', '7003')),
  }
}

/** Indicator digit 0 is the package itself, 9 a variable-measure item. */
const isCaseGtin = (gtin: string): boolean => /^[1-8]/.test(gtin)

/** `271231`; day 00 means the whole month. */
const dayOf = (digits: string): string => {
  const [, year, month, day] = /^(\d{2})(\d{2})(\d{2})/.exec(digits) ?? []
  if (!year || !month || Number(month) < 1 || Number(month) > 12) return ''
  return day === '00' ? `20${year}-${month}` : `20${year}-${month}-${day}`
}

const fromGtin = (digits: string): Scan => {
  const gtin = digits.padStart(14, '0')
  const isRight = hasCheckDigit(digits)
  return { ...nothing, form: 'GTIN', gtins: isRight ? [gtin] : [], isCase: isRight && isCaseGtin(gtin) }
}

/** The package in a case has the same number with a different first digit and check digit. */
export const packageGtin = (gtin: string): string => withCheckDigit(`0${gtin.slice(1, -1)}`)

/** `https://any.example/01/00300186077760/10/A1?17=271231`, on any domain and below any path. */
const readLink = (text: string): Scan | null => {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const { pathname, searchParams } = new URL(address)
  const parts = pathname.split('/').map(decoded)
  const at = parts.findIndex(
    (part, place) => /^(?:01|gtin)$/i.test(part) && /^(?:\d{8}|\d{12,14})$/.test(parts[place + 1] ?? ''),
  )
  if (at < 0) return null
  const elements: Element[] = [{ ai: '01', value: (parts[at + 1] ?? '').padStart(14, '0') }]
  for (let place = at + 2; place + 1 < parts.length; place += 2)
    elements.push({
      ai: linkNames[parts[place]?.toLowerCase() ?? ''] ?? parts[place] ?? '',
      value: parts[place + 1] ?? '',
    })
  for (const [name, value] of searchParams) elements.push({ ai: linkNames[name.toLowerCase()] ?? name, value })
  return fromElements('Digital Link', [elements])
}

/** Names in the first version of the standard. */
const linkNames: Record<string, string> = { lot: '10', ser: '21', cpv: '22', exp: '17' }

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Format 06 data identifiers and their GS1 equivalents. */
const identifiers: Record<string, string> = {
  '8P': '01',
  '3P': '01',
  '1T': '10',
  T: '10',
  S: '21',
  '1S': '21',
  '14D': '17',
  D: '17',
  Q: '30',
  '7Q': '30',
}

/** `[)>`, the format number, and records between separators. */
const readEnvelope = (text: string): Scan | null => {
  const body = text
    .slice(3)
    .replace(new RegExp(`^[${recordSeparator}${separator}]+`), '')
    .replace(new RegExp(`[${recordSeparator}${separator}${endOfMessage}]+$`), '')
  const [, format = '', rest = ''] = /^(\d{2})([^]*)$/.exec(body) ?? []
  const data = rest.replace(new RegExp(`^${separator}`), '')
  if (format === '05') return fromElements('ISO 15434', rawElements(data))
  const records = data.split(separator).filter(Boolean)
  const elements: Element[] = []
  const numbers: string[] = []
  for (const record of records) {
    const [, identifier = '', value = ''] =
      (format === '12' ? /^([A-Z0-9]{3}) (.+)$/ : /^(\d{0,3}[A-Z])(.+)$/).exec(record) ?? []
    const ai = identifiers[identifier]
    if (ai === '01') elements.push({ ai, value: value.padStart(14, '0') })
    else if (ai) elements.push({ ai, value: ai === '17' ? value.slice(-6) : value })
    else if (['P', '1P', 'N', '1N', 'PNR', 'PNO'].includes(identifier)) numbers.push(value.trim())
  }
  if (format !== '06' && format !== '12') return null
  const scan = fromElements('ISO 15434', elements.length > 0 ? [elements] : [])
  if (!scan) return numbers.length > 0 ? { ...nothing, form: 'ISO 15434', numbers } : null
  return { ...scan, numbers: [...scan.numbers, ...numbers] }
}

const fromHibc = (text: string): Scan | null => {
  const label = readHibc(text)
  if (!label) return null
  const { product, level, count } = label
  return { ...nothing, form: 'HIBC', numbers: product ? [product] : [], isCase: level > 1 && level < 9, count }
}

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'

interface HibcLabel {
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
const readHibc = (scanned: string): HibcLabel | null => {
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
