import * as z from 'zod/mini'
import { Id } from '#shared/wire.ts'

const amountMessage = 'The amount must be from 0 to 1,000,000,000 dollars.'
const linesMessage = 'The number of lines must be a whole number from 1 to 500.'
const whether = (what: string) => z.boolean(`Choose whether ${what} need approval.`)

export const maxSteps = 5
export const maxStepApprovers = 200

/** Conditions under which buyers' orders need approval; meeting any one of them is enough. */
export const Rules = z.object({
  /** Orders above this many dollars need approval; null turns the rule off. */
  overAmount: z.nullable(z.number(amountMessage).check(z.gte(0, amountMessage), z.lte(1_000_000_000, amountMessage))),
  /** Orders with more lines than this need approval; null turns the rule off. */
  overLines: z.nullable(
    z.number(linesMessage).check(z.int(linesMessage), z.gte(1, linesMessage), z.lte(500, linesMessage)),
  ),
  isForCold: whether('refrigerated and frozen products'),
  isForControlled: whether('controlled substances'),
  /** Applies to products that the business has not ordered before. */
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

const NewStep = z.object({
  /** Only requests over this total in dollars need the step; null for all. */
  overAmount: z.nullable(z.number(amountMessage).check(z.gte(0, amountMessage), z.lte(1_000_000_000, amountMessage))),
  approverIds: z
    .array(Id, 'Choose who approves each step.')
    .check(z.minLength(1, 'Choose who approves each step.'), z.maxLength(maxStepApprovers)),
})
export type NewStep = z.infer<typeof NewStep>

/** Groups that approve one after the other; without steps any approver decides. */
export const Steps = z.object({
  steps: z.array(NewStep).check(
    z.maxLength(maxSteps, `There can be at most ${maxSteps} steps.`),
    z.refine(([first]) => !first || first.overAmount === null, 'The first step applies to every request.'),
    z.refine((steps) => {
      const ids = steps.flatMap(({ approverIds }) => approverIds)
      return new Set(ids).size === ids.length
    }, 'Choose each approver for one step only.'),
  ),
})
