import * as z from 'zod/mini'
import { Id, lines, Moment } from '#shared/wire.ts'

const maxQuantity = 9_999

const LineToChange = z.object({
  /** The position of the line in the order, from 1. */
  line: z.number().check(z.int(), z.gte(1), z.lte(500)),
  /** The quantity that the person saw. */
  from: z.number().check(z.int(), z.gte(1), z.lte(maxQuantity)),
  /** Zero cancels the line. */
  to: z
    .number('Every quantity must be a whole number.')
    .check(
      z.int('Every quantity must be a whole number.'),
      z.gte(0, 'A quantity can’t be negative.'),
      z.lte(maxQuantity, 'A quantity can be at most 9,999.'),
    ),
})
export type LineToChange = z.infer<typeof LineToChange>

export const NewChange = z.object({
  lines: z
    .array(LineToChange, 'Choose what to change.')
    .check(z.minLength(1, 'Choose what to change.'), z.maxLength(500, 'An order can have at most 500 lines.')),
  reason: z._default(lines(300, 'The reason'), ''),
})

/** `asked` waits for the outcome; only `done` has changed the order. */
export const changeStates = ['asked', 'done', 'tooLate', 'refused'] as const

const ChangedLine = z.object({
  line: z.number(),
  name: z.string(),
  coldStatus: z.string(),
  deaSchedule: z.string(),
  from: z.number(),
  to: z.number(),
  state: z.enum(changeStates),
  /** Why it was too late or refused. */
  answer: z.string(),
})

export const RequestedChange = z.object({
  _id: Id,
  /** Empty for the portal itself, which ends old backorders. */
  by: z.string(),
  at: Moment,
  reason: z.string(),
  /** Null while a line waits for the outcome. */
  endedAt: z.nullable(Moment),
  lines: z.array(ChangedLine),
})
export type RequestedChange = z.infer<typeof RequestedChange>

/** Immediately, as a request to the ERP, or as a request to the person who reviews the order. */
export const changeWays = ['now', 'erp', 'review'] as const
export type ChangeWay = (typeof changeWays)[number]

export const RequestedChanges = z.object({
  /** How a change would be made; null if the order cannot be changed. */
  way: z.nullable(z.enum(changeWays)),
  /** Why not. */
  why: z.string(),
  /** What is left of each line, and the limits that a smaller quantity has today. */
  lines: z.array(
    z.object({
      line: z.number(),
      name: z.string(),
      coldStatus: z.string(),
      deaSchedule: z.string(),
      quantity: z.number(),
      multiple: z.nullable(z.number()),
      minimum: z.nullable(z.number()),
    }),
  ),
  /** Oldest first. */
  changes: z.array(RequestedChange),
})
export type RequestedChanges = z.infer<typeof RequestedChanges>
