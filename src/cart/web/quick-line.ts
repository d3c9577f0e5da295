import * as z from 'zod/mini'
import type { ProductCard } from '#catalog/contract.ts'
import { packageWords, unitNoun } from '#catalog/unit-words.ts'
import type { Answer } from '#shared/endpoint.ts'
import { lineCents, toDollars } from '#shared/money.ts'
import { grouped } from '#shared/number-words.ts'
import { readPieces } from '#shared/read-number.ts'
import type { Tone } from '#web/ui/status.tsx'
import { maxLinePieces } from '../cart.ts'
import { maxCodeLength, type quickOrder } from '../contract.ts'
import { isOuterUnit, isSameUnit, unitsOf } from '../order-sheet/unit-words.ts'
import { countInCode } from '../order-sheet/code-cell.ts'
import { lineProblems } from '../order-sheet/line-problems.ts'

/** A line as entered, before the server checks it. */
export const WrittenLine = z.object({
  code: z.string(),
  quantity: z.string(),
  /** The unit next to the quantity; empty once the user confirmed the number of packages. */
  unit: z.string(),
  /** The text found in place of a quantity. */
  said: z.string(),
  problem: z.nullable(z.enum([...lineProblems, 'outerUnit'])),
  /** The source line or row number and its full text; 0 and empty for typed lines. */
  at: z.number(),
  text: z.string(),
  /** The id of the source it came from. */
  source: z.number(),
})
export type WrittenLine = z.infer<typeof WrittenLine>

type Checked = Answer<typeof quickOrder.check>['lines'][number]

export interface QuickLine extends WrittenLine {
  id: number
  verdict: Checked['verdict'] | 'unchecked' | 'refused'
  /** The matching product, or several to choose from. */
  products: ProductCard[]
  available?: number | undefined
  /** Changed since the last check. */
  isEdited?: boolean
  /** Why it cannot be added, or a note. */
  reason?: string | undefined
}

export const typedLine: Omit<WrittenLine, 'code' | 'quantity'> = {
  unit: '',
  said: '',
  problem: null,
  at: 0,
  text: '',
  source: 0,
}

export const piecesOf = (quantity: string): number | null => {
  const pieces = readPieces(quantity)
  return pieces !== null && pieces >= 1 && pieces <= maxLinePieces ? pieces : null
}

/** Whether the server can check this line. */
export const isCheckable = ({ code }: Pick<WrittenLine, 'code'>): boolean =>
  code.trim() !== '' && code.trim().length <= maxCodeLength

interface LineState {
  /** `good` can be added to the cart, `fix` needs the user. */
  kind: 'good' | 'fix' | 'waiting'
  tone: Tone
  words: string
  /** More detail; may be empty. */
  detail: string
}

const fix = (words: string, detail = '', tone: Tone = 'notice'): LineState => ({ kind: 'fix', tone, words, detail })
const good = (words: string, detail = ''): LineState => ({
  kind: 'good',
  tone: detail === '' ? 'good' : 'notice',
  words,
  detail,
})

/** The status of a line and what it needs. */
export const lineState = (line: QuickLine): LineState => {
  const { code, verdict, reason = '', available = 0, isEdited } = line
  const { length } = code.trim()
  if (length === 0) return fix('No code')
  if (length > maxCodeLength) return fix('Code too long', `It has ${length} characters; the limit is ${maxCodeLength}.`)
  if (isEdited || verdict === 'unchecked')
    return { kind: 'waiting', tone: 'neutral', words: 'Not checked yet', detail: '' }
  if (line.problem === 'severalCodes') return fix('More than one code', 'Keep the right code and delete the other.')
  if (verdict === 'unknown') return fix('Not in the catalog', '', 'bad')
  if (verdict === 'several') return fix('Choose one', 'Several products have this code.')
  if (piecesOf(line.quantity) === null) return quantityState(line)
  if (isUnitAmbiguous(line)) return fix('Check the unit', unitWords(line))
  switch (verdict) {
    case 'soldOut':
      return fix('Out of stock', '', 'bad')
    case 'short':
      return fix(`Only ${grouped(available)} in stock`)
    case 'noQuantity':
      return fix('Enter a quantity')
    case 'refused':
      return fix('Not added', reason, 'bad')
    case 'ok':
      return good('In stock', reason)
    case 'specialOrder':
      return reason === '' ? good('Special order: 2 to 5 business days') : good('Special order', reason)
    default:
      return fix('Check the quantity', reason)
  }
}

/** Names the case size if the code contains it. */
const caseWords = (code: string): string => {
  const count = countInCode(code)
  return count === null ? 'Case code' : `Case of ${grouped(count)}`
}

const quantityState = ({ code, quantity, problem, said, products: [product] }: QuickLine): LineState => {
  const sold = product ? packageWords(product) : 'package'
  if (quantity.trim() !== '')
    return fix('Quantity unclear', `“${quantity.trim()}” is not a whole number from 1 to 9,999.`)
  switch (problem) {
    case 'outerUnit':
      return fix('Check the unit', `${said}, sold per ${sold}. Enter the number of single packages.`)
    case 'caseCode':
      return fix(caseWords(code), `${said && `The line says ${said}. `}Enter the number of single packages.`)
    case 'codeCount':
      return fix('Enter a quantity', `The code is for ${said}. Enter the number of packages.`)
    case 'packSize':
      return fix('Enter a quantity', `${said} is the pack size.`)
    case 'severalNumbers':
      return fix('Quantity unclear', `More than one number: ${said}`)
    case 'otherHeader':
      return fix('Quantity unclear', `This row is under a header with other columns${said && `: ${said}`}`)
    case 'otherWidth':
      return fix('Quantity unclear', `This row has more or fewer cells than the others${said && `: ${said}`}`)
    default:
      return said === '' ? fix('Enter a quantity') : fix('Quantity unclear', `The line says: ${said}`)
  }
}

/** The status as one sentence, for a file. */
export const reasonOf = (line: QuickLine): string => {
  const { words, detail } = lineState(line)
  return detail === '' ? words : `${words}: ${detail}`
}

/** The unit differs from the product's unit, so the number of packages is uncertain. */
export const isUnitAmbiguous = ({ unit, products: [product, another] }: QuickLine): boolean =>
  unit !== '' && product !== undefined && !another && !isSameUnit(unit, product.unitOfMeasure)

const unitWords = ({ quantity, unit, products: [product] }: QuickLine): string =>
  product ? `${quantity} ${unit}, sold per ${packageWords(product)}` : ''

/** `12 bottles`, in the product's sales unit. */
export const soldUnits = ({ quantity, products: [product] }: QuickLine): string =>
  unitsOf(piecesOf(quantity) ?? 0, product?.unitOfMeasure || 'package')

/** A number of cases is not a number of packages: clears the quantity and shows the text next to the line. */
export const withoutOuterUnit = (line: QuickLine): QuickLine =>
  isUnitAmbiguous(line) && isOuterUnit(line.unit)
    ? { ...line, said: `${line.quantity} ${line.unit}`, quantity: '', unit: '', problem: 'outerUnit' }
    : line

/** Groups lines with the same unit question, so that one answer resolves all of them. */
export const unitGroups = (lines: readonly QuickLine[]): { unit: string; sold: string; lines: QuickLine[] }[] => {
  const asked = lines.filter(
    (line) => lineState(line).kind === 'fix' && piecesOf(line.quantity) && isUnitAmbiguous(line),
  )
  const groups = Map.groupBy(asked, ({ unit, products: [product] }) =>
    JSON.stringify([unitNoun(unit), unitNoun(product?.unitOfMeasure ?? '')]),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first || group.length < 2) return []
    return [{ unit: first.unit, sold: unitNoun(first.products[0]?.unitOfMeasure || 'package'), lines: group }]
  })
}

/** The ids of the other lines with the same product. */
export const duplicatesOf = (lines: readonly QuickLine[]): Map<number, number[]> => {
  const found = lines.filter(({ products: [product, another] }) => product && !another)
  const groups = Map.groupBy(found, ({ products: [product] }) => product?._id)
  return new Map(
    [...groups.values()].flatMap((group) =>
      group.length < 2
        ? []
        : group.map(({ id }) => [id, group.flatMap((one) => (one.id === id ? [] : [one.id]))] as const),
    ),
  )
}

/** The total of the good lines; lines of one product get the tier price of their combined quantity. */
export const totalOf = (
  lines: readonly QuickLine[],
  priceOf: (product: ProductCard, quantity: number) => number | null,
): number => {
  const products = Map.groupBy(
    lines.filter((line) => lineState(line).kind === 'good'),
    ({ products: [product] }) => product?._id,
  )
  const cents = [...products.values()].reduce((sum, same) => {
    const product = same[0]?.products[0]
    const quantity = same.reduce((pieces, line) => pieces + (piecesOf(line.quantity) ?? 0), 0)
    const price = product ? priceOf(product, quantity) : null
    return sum + (price === null ? 0 : lineCents({ price, quantity }))
  }, 0)
  return toDollars(cents)
}
