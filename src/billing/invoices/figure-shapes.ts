import { dayAfter } from '#shared/business-day.ts'
import type { InvoiceFilter } from './contract.ts'

/** List filters for the invoices behind each figure of the totals; callers add the currency if there are several. */
export const figureFilters = {
  open: { payment: 'unsettled' },
  owed: { payment: 'owed' },
  credits: { payment: 'openCredit' },
  overdue: { payment: 'overdue' },
  paid: (since: string) => ({ payment: 'received', date: `since ${since}` }),
  unknown: (since: string) => ({ payment: 'unknown', date: `since ${since}` }),
} as const satisfies Record<string, InvoiceFilter | ((since: string) => InvoiceFilter)>

/** What is owed, by age bands: not due, 1 to 30, 31 to 60, 61 to 90 days overdue, and longer. */
export const ageFilters = (today: string): InvoiceFilter[] => {
  const ago = (days: number) => dayAfter(today, -days)
  const between = (from: number, to: number): InvoiceFilter => ({
    payment: 'overdue',
    due: `${ago(from)} to ${ago(to)}`,
  })
  return [
    { payment: 'open' },
    between(30, 1),
    between(60, 31),
    between(90, 61),
    { payment: 'overdue', due: `until ${ago(91)}` },
  ]
}
