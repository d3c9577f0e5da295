import { dayAfter } from '#shared/business-day.ts'

/**
 * The days of 21 CFR 1301.76(b), from the day of discovery: written notice to DEA within one business day, Form 106
 * within 45 days. Holidays count as business days, so that the clock never runs late.
 */
export const lossDeadlines = (discovered: string): { deaDue: string; formDue: string } => {
  const next = dayAfter(discovered)
  const weekday = new Date(next).getUTCDay()
  const daysOfWeekend = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
  return { deaDue: dayAfter(next, daysOfWeekend), formDue: dayAfter(discovered, 45) }
}
