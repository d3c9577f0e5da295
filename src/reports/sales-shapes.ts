import * as z from 'zod/mini'
import { dayAfter, daysBetween, monthPlus } from '#shared/business-day.ts'

/** The periods offered; the last one is the current month and the eleven before. */
export const salesRanges = [30, 90, 365] as const
export type SalesRange = (typeof salesRanges)[number]

export interface Days {
  from: string
  to: string
}

/** The days of an offered period that ends today. */
export const daysOfRange = (range: SalesRange, today: string): Days => ({
  from: range === 365 ? monthPlus(today, -11) : dayAfter(today, 1 - range),
  to: today,
})

const mostYears = 5
const firstDay = '2001-01-01'

/** Why these days cannot be reported, by field; null if they can. */
export const doubtOfDays = ({ from, to }: Days, today: string): { field: 'from' | 'to'; text: string } | null => {
  if (from < firstDay) return { field: 'from', text: 'Choose a first day in 2001 or later.' }
  if (to > today) return { field: 'to', text: 'Choose a last day that is not in the future.' }
  if (from > to) return { field: 'to', text: 'Choose a last day on or after the first day.' }
  if (daysBetween(from, to) >= mostYears * 366) return { field: 'from', text: `Choose at most ${mostYears} years.` }
  return null
}

const Day = z.iso.date('Send a day as YYYY-MM-DD.')
export const PeriodQuery = z.object({ from: Day, to: Day })

const Span = z.object({ from: z.string(), to: z.string() })
const Amounts = z.object({ sales: z.number(), orders: z.number() })

/** `before` is the same number of days directly before, `yearBefore` the same days a year before; null without data. */
const Compared = {
  now: Amounts,
  before: z.nullable(Amounts),
  yearBefore: z.nullable(Amounts),
}

export const SalesOfPeriod = z.object({
  days: Span,
  /** The days compared with; null if the portal’s sales begin later. */
  before: z.nullable(Span),
  yearBefore: z.nullable(Span),
  unit: z.enum(['day', 'week', 'month']),
  total: z.object(Compared),
  /** Oldest first; the first and last can be part of a week or month. */
  points: z.array(z.object({ ...Span.shape, ...Compared })),
})
export type SalesOfPeriod = z.infer<typeof SalesOfPeriod>

export const dimensions = ['rep', 'category', 'manufacturer', 'priceList'] as const
export type Dimension = (typeof dimensions)[number]

const breakdownKeys = ['name', 'sales', 'orders', 'pieces', 'before', 'yearBefore'] as const
export type BreakdownKey = (typeof breakdownKeys)[number]
export const breakdownSorts = breakdownKeys.flatMap((key) => [key, `-${key}`] as const)
export type BreakdownSort = (typeof breakdownSorts)[number]

export const BreakdownQuery = z.object({
  ...PeriodQuery.shape,
  by: z.enum(dimensions, 'Choose sales rep, category, manufacturer or price list.'),
  sort: z._default(z.enum(breakdownSorts, 'Choose a column to sort by.'), '-sales'),
})

const Sums = {
  sales: z.number(),
  orders: z.number(),
  pieces: z.number(),
  /** Sales in the days compared with; null without data. */
  before: z.nullable(z.number()),
  yearBefore: z.nullable(z.number()),
}

const BreakdownRow = z.object({
  /** Empty for sales without one; `*` for amounts that are on no order line. */
  key: z.string(),
  name: z.string(),
  /** Of a sales rep, for the order list’s filter. */
  email: z.string(),
  ...Sums,
})
export type BreakdownRow = z.infer<typeof BreakdownRow>

export const Breakdown = z.object({
  days: Span,
  before: z.nullable(Span),
  yearBefore: z.nullable(Span),
  /** The first ten in the requested order. */
  rows: z.array(BreakdownRow),
  /** All others. */
  rest: z.nullable(z.object({ count: z.number(), ...Sums })),
  total: z.object(Sums),
  /** Days of the period that are still to be counted. */
  uncounted: z.number(),
})
export type Breakdown = z.infer<typeof Breakdown>
