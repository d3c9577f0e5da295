import { bareCode, codesInText } from './code-cell.ts'
import type { LineProblem } from './line-problems.ts'
import { plainText } from './plain-text.ts'
import { isRunning } from './find-columns.ts'
import { readQuantityCell } from './quantity-cell.ts'
import { contentPattern, isPackageUnit, unitPattern } from './unit-words.ts'

/** One parsed order line. Only unambiguous values are filled in, and the original text is kept. */
export interface ParsedOrderLine {
  /** The line or row number, from 1. */
  at: number
  /** The original text. */
  text: string
  code: string
  /** Digits from 1 to 9,999, or empty. */
  quantity: string
  /** The unit next to the quantity, as written. */
  unit: string
  /** The text found in place of a quantity. */
  said: string
  problem: LineProblem | null
}

type Read = Omit<ParsedOrderLine, 'at' | 'text'>

const nothing: Read = { code: '', quantity: '', unit: '', said: '', problem: 'noCode' }

/** Bullets, checkboxes and list numbers, which are not quantities. */
const listMark = /^\s*(?:[-*•·‣▪◦–—>☐☑□+]+\s+|\[[ xX]?\]\s*|\d{1,4}[.)]\s+|line\s*#?\s*\d{1,4}\s*[:.)-]?\s+)/i
/** A list number without a list mark; only all lines together show whether it numbers them. */
const lineNumber = /^\s*[#(]?\s*(\d{1,4})\s*[.):;,|-]?\s+(?=\S)/

const container = 'box|case|carton|pack|package|bottle|bag|tray|kit|vial|tube'
/** Numbers that describe a product: strength, pack size, price, date. */
const described = new RegExp(
  [
    String.raw`(?<![\w.])\d{1,2}\/\d{1,2}\/\d{2,4}|(?<![\w.-])\d{4}-\d{1,2}-\d{1,2}(?![\w-])`,
    String.raw`(?:[$€£¥]|\bUSD\s|@\s*[$€£¥]?)\s*\d[\d.,]*(?:\s*(?:\/|per\s)\s*[a-z]+)?|(?<![\w.])\d[\d.,]*\s?(?:[$€£¥](?!\s*\d)|USD\b(?!\s*\d)|dollars?\b)`,
    String.raw`(?<![\w.])\d[\d.,]*\s*[x×]\s*\d[\d.,]*(?:\s*[a-z%]+)?`,
    String.raw`(?<=\d\s*(?:${container})(?:e?s)?\s+)of\s+\d[\d,]*|(?<!\d\s*)\b(?:${container})(?:e?s)?\s+of\s+\d[\d,]*`,
    String.raw`(?<![\w.])\d[\d.,]*(?:\s*-\s*\d[\d.,]*)*\s*(?:\/|\bper\b)\s*[\d.,]*\s*[a-z%]*`,
    String.raw`(?<![\w.])\d[\d.,]*(?:\s*-\s*\d[\d.,]*)*[\s-]*(?:${contentPattern}|units?\s*\/\s*\w+|mm|cm|in|inch|ga|gauge|hr|hour|day|fr)(?![a-z])(?:\s*\/\s*[\d.,]*\s*[a-z]+)?`,
    String.raw`(?<!\b(?:qty|quantity|order|ord)\s?)#\s*\d+`,
    String.raw`\b(?!(?:qty|quantity|order|ord|x|of)\d)[a-z]+-?\d[\w/]*`,
  ].join('|'),
  'gi',
)
/** "Unit: EA", anywhere in the line. */
const unitSaid = new RegExp(String.raw`\b(?:unit|uom|u\/m)\s*[:=]\s*(${unitPattern})\b`, 'i')
/** Descriptions that are pack sizes: a number after one of them is the quantity. */
const packSaid = /^\d[\d,]*[\s-]*(?:ct|count|tabs?|tablets?|caps?|capsules?)$/i

const namedBefore = String.raw`(?:qty|quantity|order|ord)[\s.:#=]*`
const marker = String.raw`(?:${namedBefore}|(?:x|×|of)\s*|[=:]\s*)`
const number = new RegExp(
  String.raw`(?<![\w.])(?<before>${marker}|[-+−±~<>≈]\s?)?(?<digits>(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?(?:e[+-]?\d+)?)(?:(?<glued>x|×|${unitPattern})(?!\w)|(?!\w|\.\w))(?:\s*(?<after>x|×|of)(?!\w))?(?:\s*(?<unit>[a-z]{1,9})\b\.?)?`,
  'gi',
)

const longestLine = 1_000

interface NumberSaid {
  said: string
  count: number | null
  unit: string
  /** Text next to it marks it as a quantity. */
  isMarked: boolean
}

/** Parses a line of text: one code and one number that can only be the quantity. */
export const readWrittenLine = (line: string, isNumbered = false): Read => {
  // No real order line is this long, and matching it would be slow.
  if (line.length > longestLine) return { ...nothing, code: plainText(line) }
  const text = plainText(line.replaceAll('\t', ' ; ')).replaceAll(/\.{2,}|_{2,}/g, ' : ')
  const bare = isNumbered ? text.replace(lineNumber, '') : text.replace(listMark, '')
  const codes = codesInText(bare)
  const [code, another] = codes
  if (!code) return readWithoutCode(bare)
  if (another && codes.some((one) => one.code !== code.code)) return { ...nothing, code: bare, problem: 'severalCodes' }
  const parts = [bare.slice(0, code.start), bare.slice((codes.at(-1) ?? code).end)]
  return { ...nothing, code: code.code, ...quantityIn(parts) }
}

const quantityIn = (parts: string[]): Partial<Read> => {
  const descriptions: string[] = []
  const unit = parts.map((part) => unitSaid.exec(part)?.[1]).find((said) => said !== undefined)
  const plain = parts.map((part) =>
    part.replace(unitSaid, ' ').replaceAll(described, (said) => {
      descriptions.push(said.trim())
      return ' '
    }),
  )
  const numbers = plain.flatMap((part, at) => numbersIn(part, at === 1))
  const rest = plain.join(' ').replaceAll(number, ' ')
  const hasName = /[a-z]{3}/i.test(
    rest.replaceAll(/\b(?:ndc|upc|gtin|item|code|number|qty|quantity|order|each|of|units?|please|send)\b/gi, ''),
  )
  const odd = /\S*\d\S*/.exec(rest)?.[0]
  if (odd) numbers.push({ said: odd, count: null, unit: '', isMarked: false })
  // "… 500 mg tablet 100 ct 12": the number after the pack size is the quantity.
  const isBehindPack =
    descriptions.some((said) => packSaid.test(said)) && /\d\s*$/.test(plain.at(-1) ?? '') && numbers.length === 1
  if (numbers.length === 0 && descriptions.length > 0 && !hasName)
    return { said: descriptions.join(' · '), problem: 'unclearQuantity' }
  const read = decide(numbers, hasName && !isBehindPack)
  return unit !== undefined && read.unit === '' ? { ...read, unit } : read
}

const numbersIn = (part: string, isAfter: boolean): NumberSaid[] =>
  [...part.matchAll(number)].map(({ 0: whole, index, groups = {} }) => {
    const { before = '', digits = '', after = '', glued = '', unit: word = '' } = groups
    const sign = /^[-+−±~<>≈]/.exec(before)?.[0] ?? ''
    const [left, right] = [part.slice(0, index), part.slice(index + whole.length)]
    // "code - 12" is a separator, "code -12" may be negative.
    const isDash = sign === '-' && /-\s$/.test(before) && isAfter && /(?:^|\s)-*$/.test(left)
    const isArrow = /^[<>]/.test(sign) && isAfter && /^[-=\s]*$/.test(left)
    const cell = readQuantityCell(digits)
    // "code,3,400" may be one number or two.
    const mayBeTwo = digits.includes(',') && part[index - 1] === ','
    const isPart = (before === '' && /\/\s*$/.test(left)) || /^\s*\//.test(right)
    const isCount =
      cell.kind === 'count' && !cell.hasZeroDecimals && (sign === '' || isDash || isArrow) && !mayBeTwo && !isPart
    const unit = [glued, word].find(isPackageUnit) ?? ''
    const isBeside = /^[\s,;:|=([-]*$/.test(left) && /^[\s,;:|=)\].-]*$/.test(right)
    const isCell = /(?:^|[;|])\s*$/.test(left) && /^\s*(?:$|[;|])/.test(right) && /[;|]/.test(left + right)
    const isSeparated = isBeside && /[,;:|=([-]/.test(left + before)
    return {
      said: plainText(whole),
      count: isCount ? cell.count : null,
      unit,
      isMarked:
        /[a-z×=:]/i.test(before) ||
        after !== '' ||
        /[x×]/.test(glued) ||
        unit !== '' ||
        isCell ||
        isSeparated ||
        isArrow,
    }
  })

const decide = (numbers: NumberSaid[], hasName: boolean): Partial<Read> => {
  const marked = numbers.filter(({ isMarked }) => isMarked)
  const isAlone = marked.length === 1 && numbers.every(({ isMarked, count }) => isMarked || count === null)
  const [one, another] = isAlone ? marked : numbers
  if (!one) return { problem: 'noQuantity' }
  const said = numbers.map((each) => each.said).join(' · ')
  if (another) return { said, problem: 'severalNumbers' }
  if (one.count === null || (hasName && !one.isMarked)) return { said, problem: 'unclearQuantity' }
  return { quantity: String(one.count), unit: one.unit, problem: null }
}

/** A line without a code: a name is looked up as it is; of two numbers only a lone short code is certain. */
const readWithoutCode = (bare: string): Read => {
  if (/[a-z]{2}/i.test(bare)) {
    const [, name = '', after = ''] = /^([^;|]*[a-z][^;|]*?)\s*[,;:|=]\s*(\S+(?:\s[a-z]+)?)$/i.exec(bare) ?? []
    const cell = readQuantityCell(after)
    if (name && cell.kind === 'count' && !cell.hasZeroDecimals)
      return { ...nothing, code: name.trim(), quantity: String(cell.count), unit: cell.unit, problem: null }
    return { ...nothing, code: bare, problem: 'noQuantity' }
  }
  const [first = '', second = '', third] = bare.split(/[\s,;:|=×x]+/i).filter(Boolean)
  const isShortCode = (text: string) => /^\d{5,9}$/.test(text)
  if (third === undefined && isShortCode(first) !== isShortCode(second)) {
    const [code, quantity] = isShortCode(first) ? [first, second] : [second, first]
    const cell = readQuantityCell(quantity)
    if (cell.kind === 'count' && !cell.hasZeroDecimals)
      return { ...nothing, code: bareCode(code), quantity: String(cell.count), unit: cell.unit, problem: null }
    return { ...nothing, code, said: quantity, problem: quantity === '' ? 'noQuantity' : 'unclearQuantity' }
  }
  const isOne = third === undefined && second === ''
  return { ...nothing, code: bare, said: isOne ? '' : bare, problem: isOne ? 'noQuantity' : 'severalNumbers' }
}

/** Whether the lines start with 1, 2, 3 …, each followed by another number. */
export const areNumbered = (lines: readonly string[]): boolean => {
  const firsts = lines.map((line) => lineNumber.exec(plainText(line))?.[1] ?? '')
  const counts = firsts.map(readQuantityCell)
  return lines.length >= 3 && firsts.every(Boolean) && isRunning(counts)
}
