import * as z from 'zod/mini'
import { monthDayWords } from '#shared/day-words.ts'
import { asDollars } from '#shared/money.ts'
import { Id } from '#shared/wire.ts'
import { ChoosableCostCenter } from '#orders/charge-shapes.ts'

export const maxBudgets = 500

const periods = ['month', 'quarter'] as const
export type Period = (typeof periods)[number]
/** Over budget: place the order and notify managers, ask for approval, or block it. */
const modes = ['warn', 'ask', 'stop'] as const
export type Mode = (typeof modes)[number]

const amountMessage = 'The amount must be more than 0 and at most 1,000,000,000 dollars.'
const Amount = z.number(amountMessage).check(z.gte(0.01, amountMessage), z.lte(1_000_000_000, amountMessage))

/** A budget as managers see it: for a person, for a cost center, or for the whole business if neither is set. */
export const Budget = z.object({
  _id: z.string(),
  person: z.nullable(z.object({ _id: z.string(), name: z.string(), lastName: z.string() })),
  costCenter: z.nullable(ChoosableCostCenter),
  period: z.enum(periods),
  amount: z.number(),
  mode: z.enum(modes),
  /** Total of the orders in this period. */
  used: z.number(),
  /** Last day of this period. */
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

/** The part of a budget that buyers see before they order. */
export const BudgetLeft = z.object({
  _id: z.string(),
  /** Such as `Your budget`. */
  title: z.string(),
  mode: z.enum(modes),
  /** Negative when overspent. */
  left: z.number(),
  /** Omitted for staff. */
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
