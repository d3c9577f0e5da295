import { plainText } from './plain-text.ts'
import { isPackageUnit, unitPattern } from './unit-words.ts'

/** A parsed quantity cell; `unclear` is a number that is not certainly a whole count from 1 to 9,999. */
export type QuantityCell =
  | { kind: 'empty' }
  | { kind: 'count'; count: number; unit: string; hasZeroDecimals: boolean }
  | { kind: 'unclear'; said: string }
  | { kind: 'text' }

const maxOfOneLine = 9_999
const longestFigure = 40

const counted = new RegExp(
  String.raw`^(?:(?:x|×|qty|quantity)[\s.:]*)?(\d{1,3}(?:,\d{3})+|\d+)(\.0{1,2})?\s*(?:[x×](?!\w)\s*)?(${unitPattern})?\.?$`,
  'i',
)
/** "EA 12" may be twelve each or a box of twelve. */
const unitBefore = new RegExp(String.raw`^(?:${unitPattern})[.\s]*\d[\d.,]*$`, 'i')
const date = /^(?:\d{1,2}[/-]\d{1,2}[/-](?:\d{2}|\d{4})|\d{4}[/-]\d{1,2}[/-]\d{1,2}(?:T.*)?)$/
const onlyFigures = /^[\d\s.,'$€£¥+\-()±~<>≈½¼¾⅓⅔⅛*?!/]+$/

/** Parses one cell. `1,200` is twelve hundred (US notation); `1.200` and `12.000` are unclear. */
export const readQuantityCell = (cell: string): QuantityCell => {
  const text = plainText(cell)
  if (text === '') return { kind: 'empty' }
  if (text.length > longestFigure || !/[\d½¼¾⅓⅔⅛]/.test(text)) return { kind: 'text' }
  const [, digits, zeros, unit = ''] = counted.exec(text) ?? []
  if (digits !== undefined) {
    const count = Number(digits.replaceAll(',', ''))
    if (count < 1 || count > maxOfOneLine) return { kind: 'unclear', said: text }
    return { kind: 'count', count, unit, hasZeroDecimals: zeros !== undefined }
  }
  if (date.test(text)) return { kind: 'text' }
  const figures = text.replaceAll(/\bUSD\b|(?<=\d)e(?=[+-]?\d)/gi, '')
  const isFigure = /[\d½¼¾⅓⅔⅛]/.test(figures) && onlyFigures.test(figures)
  return isFigure || unitBefore.test(text) ? { kind: 'unclear', said: text } : { kind: 'text' }
}

/** Prices have cents or a currency; counts do not. */
export const looksLikePrice = (text: string): boolean =>
  /[$€£¥]|\bUSD\b/i.test(text) || /^[\d,]*\.\d{2,}$/.test(text.trim())

/** Whether most of the cells name a unit. */
export const areUnits = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.filter(isPackageUnit).length >= cells.length * 0.8
