export const dayOrders = ['month first', 'day first'] as const
export type DayOrder = (typeof dayOrders)[number]

const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[T ].*)?$/
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/
const named = /^(?:(\d{1,2})[- ]([a-z]{3,9})|([a-z]{3,9})\.? (\d{1,2}),?)[-, ]+(\d{4})$/i
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

/** Null if it is no date. Two digits for a year are none. */
export const readBoardDay = (written: string, order: DayOrder): string | null => {
  const text = written.trim()
  const [, first = '', second = '', ofNumeric = ''] = numeric.exec(text) ?? []
  const [, dayBefore, monthAfter, monthBefore, dayAfter, ofNamed] = named.exec(text) ?? []
  const ordered = order === 'month first' ? [ofNumeric, first, second] : [ofNumeric, second, first]
  const month = months.indexOf((monthAfter ?? monthBefore ?? '').toLowerCase().slice(0, 3)) + 1
  const spelled = [ofNamed ?? '', String(month), dayBefore ?? dayAfter ?? '']
  const [year = '', of = '', day = ''] = iso.exec(text)?.slice(1) ?? (ofNumeric === '' ? spelled : ordered)
  const date = `${year}-${of.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== date ? null : date
}
