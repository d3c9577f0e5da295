import * as z from 'zod/mini'

const amountMessage = 'The amount must be from 0 to 1,000,000,000 dollars.'
const linesMessage = 'The number of lines must be a whole number from 1 to 500.'
const whether = (what: string) => z.boolean(`Choose whether ${what} need approval.`)

/** Which orders of its buyers a business wants to have approved; each rule stands alone. */
export const Rules = z.object({
  /** More dollars than this; null where the amount does not matter. */
  overAmount: z.nullable(z.number(amountMessage).check(z.gte(0, amountMessage), z.lte(1_000_000_000, amountMessage))),
  /** More lines than this; null where their number does not matter. */
  overLines: z.nullable(
    z.number(linesMessage).check(z.int(linesMessage), z.gte(1, linesMessage), z.lte(500, linesMessage)),
  ),
  isForCold: whether('refrigerated and frozen products'),
  isForControlled: whether('controlled substances'),
  /** What the business has not ordered before. */
  isForNew: whether('new products'),
})
export type Rules = z.infer<typeof Rules>

export const noRules: Rules = {
  overAmount: null,
  overLines: null,
  isForCold: false,
  isForControlled: false,
  isForNew: false,
}

export const hasRules = (rules: Rules): boolean => Object.values(rules).some((rule) => rule !== null && rule !== false)
