import { readScan } from '#shared/read-scan.ts'
import { plainText } from './plain-text.ts'

const prefix = String.raw`(?:(?:NDC|UPC|GTIN|EAN|SKU|ITEM|CODE)(?:\s?(?:no|nr|number|code))?[\s#:.-]*)?`
const dashedNdc = String.raw`\d{4,5}-\d{3,4}-\d{1,2}`
const spacedNdc = String.raw`\d{5} \d{4} \d{2}`
const digits = String.raw`\d{10,14}`
const elementString = String.raw`(?:\]?[A-Za-z]\d)?\(\d{2,4}\)[!-~\u001d]{4,}?(?=$|[\s,;|])|(?<![\w-])(?:\][A-Za-z]\d)?01\d{14}[^\s,;|]*`
/** A GS1 string without brackets whose product element follows other elements. */
const otherElements = String.raw`(?<![^\s,;|])[\x1d\d<{\]][\x1d\dA-Za-z<>{}~^\[\]!-/]*01\d{14}[^\s,;|]*`
const noItem = String.raw`(?!(?:qty|quantity|order|ord|po|rx|lot|exp|inv|line|page|tel|fax|ext)-?\d)`
const itemNumber = String.raw`${noItem}[A-Za-z]{2,6}-?\d{4,10}`

/** Codes that cannot be mistaken for a quantity, anywhere in a line. */
const codeInText = new RegExp(
  String.raw`${elementString}|${otherElements}|(?<![\w-])${prefix}(?:${dashedNdc}|${spacedNdc}|${digits}|\d{1,5}-\d{1,4}-\d{1,2})(?![\w-])|(?<![\w-])${itemNumber}(?![\w-])|https?://\S+`,
  'gi',
)

const wholeCode = new RegExp(
  String.raw`^${prefix}(?:${dashedNdc}|${spacedNdc}|${digits}|\d{1,5}-\d{1,4}-\d{1,2}|\d{4,5} \d{3,4} \d{1,2})$|^\(\d{2,4}\).{4,}$|^${itemNumber}$|^\][A-Za-z]\d.{8,}$|^\+[A-Z0-9$\-. /+%]{6,}$|^\[\)>|^https?://\S+$|^01\d{14}`,
  'i',
)

const longestCode = 500
const looksLikeDate = /^(?:\d{1,2}-\d{1,2}-(?:\d{2}|\d{4})|\d{4}-\d{1,2}-\d{1,2})$/
const withPrefix = new RegExp(`^${prefix}(?=\\d)`, 'i')

/** The code without a prefix such as "NDC". */
export const bareCode = (text: string): string => plainText(text).replace(withPrefix, '')

/** Whether a cell contains only a product code. */
export const isCode = (cell: string): boolean => {
  if (!/\d|:\/\//.test(cell)) return false
  const text = plainText(cell)
  if (text.length > longestCode || looksLikeDate.test(text)) return false
  return wholeCode.test(text) || isElements(text)
}

/** GS1 elements in any order: lot, date or serial number may precede the product. */
const isElements = (text: string): boolean => /01\d{14}/.test(text) && (readScan(text)?.gtins.length ?? 0) > 0

/** Digits without their leading zeros, or a short item number; a code only in a code column. */
export const canBeCode = (cell: string): boolean => {
  const text = plainText(cell)
  return (
    isCode(text) ||
    /^\d{5,9}$/.test(text) ||
    (/^[\w.\-/#]{3,24}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text))
  )
}

export interface FoundCode {
  code: string
  start: number
  end: number
}

/** All codes in a line of text, from left to right. */
export const codesInText = (text: string): FoundCode[] =>
  [...text.matchAll(codeInText)]
    .filter(({ 0: code }) => !looksLikeDate.test(code) && (!/.01\d{14}/.test(code) || isElements(code)))
    .map(({ 0: code, index }) => ({ code: bareCode(code), start: index, end: index + code.length }))

/** Whether the code identifies a case; the code alone does not tell how many packages it contains. */
export const isCaseCode = (code: string): boolean => readScan(plainText(code))?.isCase ?? false

/** The count encoded in a scanned code, if any. */
export const countInCode = (code: string): number | null => readScan(plainText(code))?.count ?? null
