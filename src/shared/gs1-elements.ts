import { separator } from './scan-text.ts'

/** An application identifier with its value. */
export interface Element {
  ai: string
  value: string
}

interface Form {
  /** Number of digits of the identifier. */
  digits: number
  /** Length limits of the value. */
  least: number
  most: number
  isNumeric: boolean
}

const fixed = (digits: number, length: number): Form => ({ digits, least: length, most: length, isNumeric: true })
const upTo = (digits: number, most: number, isNumeric = false): Form => ({ digits, least: 1, most, isNumeric })

/** Value formats by the identifier's first digits, longest first, as in the GS1 General Specifications. */
const forms: readonly [beginning: string, form: Form][] = [
  ['00', fixed(2, 18)],
  ['01', fixed(2, 14)],
  ['02', fixed(2, 14)],
  ['03', fixed(2, 14)],
  ['10', upTo(2, 20)],
  ['11', fixed(2, 6)],
  ['12', fixed(2, 6)],
  ['13', fixed(2, 6)],
  ['15', fixed(2, 6)],
  ['16', fixed(2, 6)],
  ['17', fixed(2, 6)],
  ['20', fixed(2, 2)],
  ['21', upTo(2, 20)],
  ['22', upTo(2, 20)],
  ['235', upTo(3, 28)],
  ['240', upTo(3, 30)],
  ['241', upTo(3, 30)],
  ['242', upTo(3, 6, true)],
  ['243', upTo(3, 20)],
  ['250', upTo(3, 30)],
  ['251', upTo(3, 30)],
  ['253', upTo(3, 30)],
  ['254', upTo(3, 20)],
  ['255', upTo(3, 25, true)],
  ['30', upTo(2, 8, true)],
  ['37', upTo(2, 8, true)],
  ...['31', '32', '33', '34', '35', '36'].map((ai): [string, Form] => [ai, fixed(4, 6)]),
  ...['390', '391', '392', '393', '394', '395'].map((ai): [string, Form] => [ai, upTo(4, 18, true)]),
  ['400', upTo(3, 30)],
  ['401', upTo(3, 30)],
  ['402', fixed(3, 17)],
  ['403', upTo(3, 30)],
  ...['410', '411', '412', '413', '414', '415', '416', '417'].map((ai): [string, Form] => [ai, fixed(3, 13)]),
  ['420', upTo(3, 20)],
  ['421', upTo(3, 12)],
  ['422', fixed(3, 3)],
  ['423', upTo(3, 15, true)],
  ['424', fixed(3, 3)],
  ['425', upTo(3, 15, true)],
  ['426', fixed(3, 3)],
  ['427', upTo(3, 3)],
  ['43', upTo(4, 70)],
  ['7001', fixed(4, 13)],
  ['7003', fixed(4, 10)],
  ['7006', fixed(4, 6)],
  ['70', upTo(4, 30)],
  ['71', upTo(3, 20)],
  ['72', upTo(4, 30)],
  ['8005', fixed(4, 6)],
  ['8006', fixed(4, 18)],
  ['8017', fixed(4, 18)],
  ['8018', fixed(4, 18)],
  ['8026', fixed(4, 18)],
  ['8111', fixed(4, 4)],
  ['80', upTo(4, 90)],
  ['81', upTo(4, 70)],
  ['82', upTo(4, 70)],
  ['90', upTo(2, 30)],
  ...['91', '92', '93', '94', '95', '96', '97', '98', '99'].map((ai): [string, Form] => [ai, upTo(2, 90)]),
]

const formAt = (text: string, at: number): Form | undefined =>
  forms.find(([beginning]) => text.startsWith(beginning, at))?.[1]

const bracketed = /\((\d{2,4})\)\s*([^(]*)/g

/** `(01)…(17)…`, as printed below a barcode. */
export const bracketedElements = (text: string): Element[] => {
  if (!/^\(\d{2,4}\)/.test(text)) return []
  return [...text.matchAll(bracketed)].map(([, ai = '', value = '']) => ({
    ai,
    value: value.replaceAll(separator, '').trim(),
  }))
}

const longest = 500
const valueSigns = /^[!-~ ]+$/

/** All readings of an element string that differ in products. Without separators, a value can end anywhere. */
export const rawElements = (text: string): Element[][] => {
  if (text.length > longest) return []
  const strict = text.includes(separator) ? readingsIn(text, true) : []
  return strict.length > 0 ? strict : readingsIn(text, false)
}

const maxReadings = 8

/** Dynamic programming from the end; of equal readings the one with the fewest elements wins. */
const readingsIn = (text: string, endsAtSeparator: boolean): Element[][] => {
  const from = new Map<number, Map<string, Element[]>>([[text.length, new Map([['', []]])]])
  for (let at = text.length - 1; at >= 0; at--) {
    const readings = new Map<string, Element[]>()
    for (const { next, element } of stepsFrom(text, at, endsAtSeparator))
      for (const [products, rest] of from.get(next) ?? []) {
        const key = isOfProduct(element.ai) ? `${element.value} ${products}` : products
        const isShorter = (readings.get(key)?.length ?? Infinity) > rest.length + 1
        if (isShorter && (readings.has(key) || readings.size < maxReadings)) readings.set(key, [element, ...rest])
      }
    if (readings.size > 0) from.set(at, readings)
  }
  return [...(from.get(0)?.values() ?? [])]
}

const isOfProduct = (ai: string): boolean => ai === '01' || ai === '02'

interface Step {
  next: number
  element: Element
}

const stepsFrom = (text: string, at: number, endsAtSeparator: boolean): Step[] => {
  const form = formAt(text, at)
  if (!form) return []
  const ai = text.slice(at, at + form.digits)
  if (!/^\d+$/.test(ai) || ai.length < form.digits) return []
  const from = at + form.digits
  const stop = text.indexOf(separator, from)
  const end = stop < 0 ? text.length : stop
  const lengths =
    form.least === form.most
      ? [form.most]
      : endsAtSeparator
        ? [end - from]
        : Array.from({ length: Math.min(form.most, end - from) }, (_, less) => Math.min(form.most, end - from) - less)
  return lengths.flatMap((length): Step[] => {
    const value = text.slice(from, from + length)
    const isWhole = value.length === length && length >= form.least && length <= form.most
    const isRight = form.isNumeric ? /^\d+$/.test(value) : valueSigns.test(value)
    if (!isWhole || !isRight || value.includes(separator)) return []
    const next = from + length + (text[from + length] === separator ? 1 : 0)
    return [{ next, element: { ai, value: value.trim() } }]
  })
}
