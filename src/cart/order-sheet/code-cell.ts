import { plainText } from './plain-text.ts'

const prefix = String.raw`(?:(?:NDC|UPC|GTIN|EAN|SKU|ITEM|CODE)(?:\s?(?:no|nr|number|code))?[\s#:.-]*)?`
const dashedNdc = String.raw`\d{4,5}-\d{3,4}-\d{1,2}`
const spacedNdc = String.raw`\d{5} \d{4} \d{2}`
const digits = String.raw`\d{10,14}`
const elementString = String.raw`(?:\]?[A-Za-z]\d)?\(\d{2,4}\)[!-~\u001d]{4,}?(?=$|[\s,;|])|(?<![\w-])(?:\][A-Za-z]\d)?01\d{14}[^\s,;|]*`
const noItem = String.raw`(?!(?:qty|quantity|order|ord|po|rx|lot|exp|inv|line|page|tel|fax|ext)-?\d)`
const itemNumber = String.raw`${noItem}[A-Za-z]{2,6}-?\d{4,10}`

/** Codes that cannot be a quantity, wherever they stand in a line. */
const codeInText = new RegExp(
  String.raw`${elementString}|(?<![\w-])${prefix}(?:${dashedNdc}|${spacedNdc}|${digits}|\d{1,5}-\d{1,4}-\d{1,2})(?![\w-])|(?<![\w-])${itemNumber}(?![\w-])|https?://\S+`,
  'gi',
)

const wholeCode = new RegExp(
  String.raw`^${prefix}(?:${dashedNdc}|${spacedNdc}|${digits}|\d{1,5}-\d{1,4}-\d{1,2}|\d{4,5} \d{3,4} \d{1,2})$|^\(\d{2,4}\).{4,}$|^${itemNumber}$|^\][A-Za-z]\d.{8,}$|^\+[A-Z0-9$\-. /+%]{6,}$|^\[\)>|^https?://\S+$|^01\d{14}`,
  'i',
)

const longestCode = 500
const looksLikeDate = /^(?:\d{1,2}-\d{1,2}-(?:\d{2}|\d{4})|\d{4}-\d{1,2}-\d{1,2})$/
const withPrefix = new RegExp(`^${prefix}(?=\\d)`, 'i')

/** The code without the word before it. */
export const bareCode = (text: string): string => plainText(text).replace(withPrefix, '')

/** Whether a cell holds nothing but a code of goods. */
export const isCode = (cell: string): boolean => {
  if (!/\d|:\/\//.test(cell)) return false
  const text = plainText(cell)
  return text.length <= longestCode && wholeCode.test(text) && !looksLikeDate.test(text)
}

/** Digits from which a spreadsheet may have taken the zeros, or a short item number: a code only where a column says so. */
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
    .filter(({ 0: code }) => !looksLikeDate.test(code))
    .map(({ 0: code, index }) => ({ code: bareCode(code), start: index, end: index + code.length }))

/** The digits of a GTIN in a code, 14 of them. */
const gtinIn = (code: string): string | undefined =>
  /^\d{14}$/.exec(code)?.[0] ?? /\(01\)\s*(\d{14})/.exec(code)?.[1] ?? /^(?:\][A-Za-z]\d)?01(\d{14})/.exec(code)?.[1]

/** Whether it stands for several packages: the first digit of a GTIN is 1 to 8 on what holds others. */
export const isCaseCode = (code: string): boolean => /^[1-8]/.test(gtinIn(plainText(code)) ?? '')
