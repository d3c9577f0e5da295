import { asDollars, lineCents, toCents } from '#shared/money.ts'
import type { Rules } from './rule-shapes.ts'

export interface EvaluatedLine {
  name: string
  quantity: number
  price: number
  isCold: boolean
  isControlled: boolean
  /** The business has not ordered this product before. */
  isNew: boolean
}

/** One sentence for each rule that the order meets; empty if the order needs no approval. */
export const approvalReasons = (rules: Rules, lines: readonly EvaluatedLine[]): string[] => {
  const { overAmount, overLines } = rules
  const cents = lines.reduce((sum, line) => sum + lineCents(line), 0)
  return [
    ...(overAmount !== null && cents > toCents(overAmount) ? [`The total is over ${asDollars(overAmount)}.`] : []),
    ...(overLines !== null && lines.length > overLines
      ? [`The order has more than ${overLines === 1 ? '1 line' : `${overLines} lines`}.`]
      : []),
    ...(rules.isForCold
      ? naming(
          'Refrigerated or frozen',
          lines.filter(({ isCold }) => isCold),
        )
      : []),
    ...(rules.isForControlled
      ? naming(
          'Controlled',
          lines.filter(({ isControlled }) => isControlled),
        )
      : []),
    ...(rules.isForNew
      ? naming(
          'Not ordered before',
          lines.filter(({ isNew }) => isNew),
        )
      : []),
  ]
}

const maxNamed = 3

const naming = (what: string, lines: readonly EvaluatedLine[]): string[] => {
  if (lines.length === 0) return []
  const named = lines.slice(0, maxNamed).map(({ name }) => name)
  const more = lines.length - named.length
  return [`${what}: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`]
}
