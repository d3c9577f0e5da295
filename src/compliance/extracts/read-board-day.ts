export const dayOrders = ['month first', 'day first'] as const
export type DayOrder = (typeof dayOrders)[number]

/** How the dates of a list are written. */
export interface DateReading {
  dayOrder: DayOrder
  /** A year of two digits is one from 2000 to 2099. */
  hasShortYears: boolean
}

const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[T ].*)?$/
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/
const named = /^(?:(\d{1,2})[- ]([a-z]{3,9})|([a-z]{3,9})\.? (\d{1,2}),?)[-, ]+(\d{4}|\d{2})$/i
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The order of the dates of a list; null if they allow both, such as `03/04/2027`, or contradict each other. */
export const findDayOrder = (written: readonly string[]): DayOrder | null => {
  const found = { 'month first': false, 'day first': false, either: false }
  for (const each of written) {
    const [, first = 0, second = 0] = numeric.exec(each.trim())?.map(Number) ?? []
    if (first > 12) found['day first'] = true
    else if (second > 12) found['month first'] = true
    else if (first !== second) found.either = true
  }
  if (found['day first']) return found['month first'] ? null : 'day first'
  return found['month first'] || !found.either ? 'month first' : null
}

/** Some date of the list has a year of two digits, whose century somebody has to confirm. */
export const findShortYears = (written: readonly string[]): boolean => written.some((each) => yearOf(each).length === 2)

const yearOf = (written: string): string => {
  const text = written.trim()
  return numeric.exec(text)?.[3] ?? named.exec(text)?.[5] ?? ''
}

/** Null if it is no date. */
export const readBoardDay = (written: string, { dayOrder, hasShortYears }: DateReading): string | null => {
  const text = written.trim()
  const [, first = '', second = ''] = numeric.exec(text) ?? []
  const [, dayBefore, monthAfter, monthBefore, dayAfter] = named.exec(text) ?? []
  const short = yearOf(text)
  const full = short.length === 2 && hasShortYears ? `20${short}` : short
  const ordered = dayOrder === 'month first' ? [full, first, second] : [full, second, first]
  const month = months.indexOf((monthAfter ?? monthBefore ?? '').toLowerCase().slice(0, 3)) + 1
  const spelled = [full, String(month), dayBefore ?? dayAfter ?? '']
  const [year = '', of = '', day = ''] = iso.exec(text)?.slice(1) ?? (first === '' ? spelled : ordered)
  if (year.length !== 4) return null
  const date = `${year}-${of.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== date ? null : date
}
