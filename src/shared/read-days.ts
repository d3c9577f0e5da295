import { dayAfter } from './business-day.ts'
import { dayWords } from './day-words.ts'

/** A date range, inclusive; null is open-ended. */
export interface Days {
  from: string | null
  to: string | null
}

export interface DayContext {
  /** The business's current date, as 2026-11-26. */
  today: string
  /** The year of a date without one: the most recent, as for orders, or the nearest, as for due dates. */
  lean: 'past' | 'near'
}

/**
 * Parses dates as users type them: `11/25`, `11/25/26`, `Nov 25`, `2026-11-25`, `yesterday`, `last week`, `11/1-11/15`,
 * `Nov 1 to Nov 15`, `since Nov 1`. Returns nothing for other text, and several readings if it is ambiguous: 3/4 can be
 * March 4 or April 3.
 */
export const readDays = (text: string, context: DayContext): Days[] => {
  const words = plain(text)
  const period = periodOf(words, context.today)
  if (period) return [period]
  const parts = partsOf(words, context.today)
  if (parts.length > 0) return unique(parts.flatMap((part) => spanOfPart(part, context) ?? []))
  return openRangeOf(words, context) ?? unique(rangesOf(words, context))
}

/** `Nov 25, 2026`, or `Nov 1, 2026 to Nov 15, 2026`, which `readDays` reads back as the same days. */
export const daysInWords = ({ from, to }: Days): string => {
  if (from === null) return to === null ? '' : `until ${dayWords(to)}`
  if (to === null) return `since ${dayWords(from)}`
  return from === to ? dayWords(from) : `${dayWords(from)} to ${dayWords(to)}`
}

/** `2026`, `2026-11`, `2026-11-2`, `2026-11-25T13`: the beginning of an ISO date or moment. */
export const isDayBeginning = (text: string): boolean =>
  /^(?:\d{1,4}|\d{4}-\d{0,2}|\d{4}-\d{2}-\d{0,2}(?:T.*)?)$/.test(text)

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Normalizes spaces and dashes, and drops commas, weekdays before a date and ordinal endings. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[,\s]+/g, ' ')
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/(?<=\d)(?:st|nd|rd|th)\b/g, '')
    .replaceAll(
      /\b(?:sun|mon|tue|tues|wed|thu|thur|thurs|fri|sat)(?:day|sday|nesday|rsday|urday)?\.? (?=\S*\d|[a-z]+ \d)/g,
      '',
    )
    .replaceAll(/(?<=[a-z])\.(?=\s|$)/g, '')
    .trim()

/** A day, month or year, possibly without its year. */
interface Part {
  year: number | null
  month: number | null
  day: number | null
  /** The order in which an ambiguous pair of numbers was read. */
  order: 'md' | 'dm' | null
}

const partsOf = (words: string, today: string): Part[] => {
  const relative = { today: 0, yesterday: -1, tomorrow: 1 }[words]
  if (relative !== undefined) return [partOfDay(dayAfter(today, relative))]
  return [...numberedParts(words), ...namedParts(words)].filter(isPossible)
}

const partOfDay = (text: string): Part => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return { year, month, day, order: null }
}

const numberedParts = (words: string): Part[] => {
  const iso = /^(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2}))?)?$/.exec(words)
  if (iso) return [{ year: Number(iso[1]), month: numberOr(iso[3]), day: numberOr(iso[4]), order: null }]
  const ofYear = /^(\d{1,2})[-/.](\d{4})$/.exec(words)
  if (ofYear) return [{ year: Number(ofYear[2]), month: Number(ofYear[1]), day: null, order: null }]
  const [, one, , other, written] = /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/.exec(words) ?? []
  if (one === undefined || other === undefined) return []
  const [first, second, year] = [Number(one), Number(other), yearOf(written)]
  if (first === second) return [{ year, month: first, day: second, order: null }]
  return [
    { year, month: first, day: second, order: 'md' },
    { year, month: second, day: first, order: 'dm' },
  ]
}

/** `nov 25`, `25 nov 2026`, `25-nov-26`, `november 2026`, `nov`; two digits after a month are the day. */
const namedParts = (words: string): Part[] => {
  const [, name, day, year] = /^([a-z]{3,9})(?:[ -](\d{1,2}))?(?: '?(\d{4}|(?<=['\d] ?'?)\d{2}))?$/.exec(words) ?? []
  const [, dayFirst, itsName, itsYear] = /^(\d{1,2})[ -]?([a-z]{3,9})(?:[ -]'?(\d{4}|\d{2}))?$/.exec(words) ?? []
  const month = monthCalled(name ?? itsName)
  return month === 0 ? [] : [{ year: yearOf(year ?? itsYear), month, day: numberOr(day ?? dayFirst), order: null }]
}

const monthCalled = (name: string | undefined): number =>
  months.findIndex((one) => name !== undefined && one.startsWith(name)) + 1

const numberOr = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits))

const yearOf = (digits: string | undefined): number | null =>
  digits === undefined ? null : Number(digits) + (digits.length === 2 ? 2_000 : 0)

const leapYear = 2_000

const isPossible = ({ year, month, day }: Part): boolean =>
  (year === null || (year >= 1_900 && year <= 9_998)) &&
  (month === null || (month >= 1 && month <= 12)) &&
  (day === null || (month !== null && day >= 1 && day <= daysIn(year ?? leapYear, month)))

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The first and last day in a year; null for February 29 in other years. */
const spanIn = (year: number, { month, day }: Part): Span | null => {
  if (month === null) return { from: written(year, 1, 1), to: written(year, 12, 31) }
  if (day === null) return { from: written(year, month, 1), to: written(year, month, daysIn(year, month)) }
  if (day > daysIn(year, month)) return null
  return { from: written(year, month, day), to: written(year, month, day) }
}

interface Span {
  from: string
  to: string
}

const written = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

const spanOfPart = (part: Part, { today, lean }: DayContext): Span | null => {
  if (part.year !== null) return spanIn(part.year, part)
  const spans = spansAround(today, part)
  if (lean === 'past') return spans.findLast(({ from }) => from <= today) ?? null
  const distance = ({ from }: Span) => Math.abs(Date.parse(from) - Date.parse(today))
  return spans.toSorted((one, other) => distance(one) - distance(other))[0] ?? null
}

/** In the years before and after; eight years always include a February 29. */
const spansAround = (day: string, part: Part): Span[] => {
  const year = Number(day.slice(0, 4))
  return Array.from({ length: 17 }, (_, at) => spanIn(year - 8 + at, part)).flatMap((span) => span ?? [])
}

const separators = /\s*(?:-|\.\.+|\b(?:to|until|till|through|thru|and)\b)\s*/g

const rangesOf = (words: string, context: DayContext): Days[] => {
  const bare = words.replace(/^(?:from|between) /, '')
  return [...bare.matchAll(separators)].flatMap(({ index, 0: separator }) => {
    const [left, right] = [bare.slice(0, index), bare.slice(index + separator.length)]
    const starts = partsOf(left, context.today)
    const pairs = starts.flatMap((start) => endsOf(right, start, context.today).map((end) => ({ start, end })))
    return inOneOrder(pairs).flatMap((pair) => spanOfPair(pair, context) ?? [])
  })
}

interface Pair {
  start: Part
  end: Part
}

/** `15` after `Nov 1` is a day of the same month. */
const endsOf = (right: string, { month, day, order }: Part, today: string): Part[] => {
  const [, date, year] = /^(\d{1,2})(?: (\d{4}))?$/.exec(right) ?? []
  if (date === undefined || day === null) return partsOf(right, today)
  return [{ year: yearOf(year), month, day: Number(date), order }].filter(isPossible)
}

/** Both dates have the same order: 11/15 tells how to read 11/1 before it. A year only pairs with a year. */
const inOneOrder = (pairs: Pair[]): Pair[] => {
  const sensible = pairs.filter(({ start, end }) => (start.month === null) === (end.month === null))
  const alike = sensible.filter(
    ({ start, end }) => start.order === null || end.order === null || start.order === end.order,
  )
  return alike.length > 0 ? alike : sensible
}

const spanOfPair = ({ start, end }: Pair, context: DayContext): Span | null => {
  const last = end.year === null ? null : spanIn(end.year, end)
  const first = start.year === null && last ? before(last.to, start) : spanOfPart(start, context)
  if (!first) return null
  const close = end.year === null ? spansAround(first.from, end).find(({ to }) => to >= first.from) : last
  return close && close.to >= first.from ? { from: first.from, to: close.to } : null
}

const before = (day: string, part: Part): Span | null =>
  spansAround(day, part).findLast(({ from }) => from <= day) ?? null

const openRangeOf = (words: string, context: DayContext): Days[] | null => {
  const [, word = '', rest = ''] = /^(since|from|after|until|till|through|before|>=?|<=?) ?(.+)$/.exec(words) ?? []
  const spans = partsOf(rest, context.today).flatMap((part) => spanOfPart(part, context) ?? [])
  if (word === '' || spans.length === 0) return null
  return unique(
    spans.map(({ from, to }) => {
      if (word === 'since' || word === 'from' || word === '>=') return { from, to: null }
      if (word === 'after' || word === '>') return { from: dayAfter(to, 1), to: null }
      return { from: null, to: word === 'before' || word === '<' ? dayAfter(from, -1) : to }
    }),
  )
}

/** `last week`, `this month`, `last 30 days`, `monday`. Weeks begin on Sunday. */
const periodOf = (words: string, today: string): Days | null => {
  const [, many, length] = /^(?:the )?(?:last|past) (\d{1,4}) (days?|weeks?|months?|years?)$/.exec(words) ?? []
  if (length !== undefined) return { from: ago(today, Number(many), length), to: today }
  const [, which, unit = ''] = /^(?:the )?(this|last|next|previous) (week|month|quarter|year)$/.exec(words) ?? []
  const step = { this: 0, last: -1, previous: -1, next: 1 }[which ?? '']
  if (step !== undefined) return periodAt(today, unit, step)
  const [, name = ''] = /^(?:last |on )?([a-z]{3,9})$/.exec(words) ?? []
  const weekday = weekdays.findIndex((one) => name !== '' && one.startsWith(name))
  if (weekday === -1) return null
  const back = (weekdayOf(today) - weekday + 7) % 7 || (words.startsWith('last ') ? 7 : 0)
  return { from: dayAfter(today, -back), to: dayAfter(today, -back) }
}

const weekdayOf = (day: string): number => new Date(day).getUTCDay()

/** Days include today; months and years begin on the day after the same date. */
const ago = (today: string, many: number, length: string): string => {
  if (length.startsWith('day')) return dayAfter(today, 1 - many)
  if (length.startsWith('week')) return dayAfter(today, 1 - 7 * many)
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const first = month - (length.startsWith('year') ? 12 * many : many)
  const last = new Date(Date.UTC(year, first, 0)).getUTCDate()
  return dayAfter(written(year, first, Math.min(day, last)), 1)
}

const periodAt = (today: string, unit: string, step: number): Days => {
  const [year = 0, month = 0] = today.split('-').map(Number)
  if (unit === 'week') {
    const sunday = dayAfter(today, 7 * step - weekdayOf(today))
    return { from: sunday, to: dayAfter(sunday, 6) }
  }
  const length = { month: 1, quarter: 3, year: 12 }[unit] ?? 1
  const first = month - ((month - 1) % length) + step * length
  return { from: written(year, first, 1), to: dayAfter(written(year, first + length, 1), -1) }
}

const unique = (spans: Days[]): Days[] => [...new Map(spans.map((span) => [daysInWords(span), span])).values()]
