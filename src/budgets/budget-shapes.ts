import * as z from 'zod/mini'
import { monthDayWords } from '#shared/day-words.ts'
import { asDollars } from '#shared/money.ts'
import { Id } from '#shared/wire.ts'
import { ChoosableCostCenter } from './cost-center-shapes.ts'

export const maxBudgets = 500

const periods = ['month', 'quarter'] as const
export type Period = (typeof periods)[number]
const modes = ['warn', 'stop'] as const
export type Mode = (typeof modes)[number]

const amountMessage = 'The amount must be more than 0 and at most 1,000,000,000 dollars.'
const Amount = z.number(amountMessage).check(z.gte(0.01, amountMessage), z.lte(1_000_000_000, amountMessage))

/** What its managers see of a budget: for a person, for a cost center, or for the business where it is for neither. */
export const Budget = z.object({
  _id: z.string(),
  person: z.nullable(z.object({ _id: z.string(), name: z.string(), lastName: z.string() })),
  costCenter: z.nullable(ChoosableCostCenter),
  period: z.enum(periods),
  amount: z.number(),
  mode: z.enum(modes),
  /** What the orders of this period come to. */
  used: z.number(),
  /** The last day of this period. */
  until: z.string(),
  __v: z.number(),
})
export type Budget = z.infer<typeof Budget>

const Terms = z.object({
  period: z.enum(periods, 'Choose a month or a quarter.'),
  amount: Amount,
  mode: z.enum(modes, 'Choose what happens to an order over budget.'),
})

export const NewBudget = z.extend(Terms, { userId: z.nullable(Id), costCenterId: z.nullable(Id) })

export const BudgetChange = z.extend(Terms, { __v: z.number('The version (__v) that was loaded is required.') })

/** What a buyer sees before ordering: only whether the order fits. */
export const BudgetLeft = z.object({
  _id: z.string(),
  /** Whose it is: `Your budget`. */
  title: z.string(),
  mode: z.enum(modes),
  /** Less than nothing where more was spent. */
  left: z.number(),
  /** Not for the staff. */
  amount: z.optional(z.number()),
  until: z.string(),
})
export type BudgetLeft = z.infer<typeof BudgetLeft>

/** `$412.00 of $2,000.00 left until Nov 30`. */
export const budgetWords = ({ left, amount, until }: Pick<BudgetLeft, 'left' | 'amount' | 'until'>): string => {
  const of = amount === undefined ? '' : ` of ${asDollars(amount)}`
  const day = monthDayWords(until)
  return left < 0
    ? `${asDollars(-left)} over${of && ` the budget${of}`} until ${day}`
    : `${asDollars(left)}${of} left until ${day}`
}
