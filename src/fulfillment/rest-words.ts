import { dayWords } from '#shared/day-words.ts'
import { grouped } from '#shared/number-words.ts'

/** The pieces of a line that come later. */
export interface Rest {
  name: string
  backordered: number
  /** A calendar day; null if the ERP names none. */
  expectedOn: string | null
}

/** A day that has passed promises nothing. */
export const expectedWords = (expectedOn: string | null, today: string): string => {
  if (expectedOn === null) return 'no date known'
  return expectedOn < today
    ? `was expected ${dayWords(expectedOn)}, no new date known`
    : `expected ${dayWords(expectedOn)}`
}

/** `3 of Lisinopril, expected Dec 5, 2026`. */
export const restWords = ({ name, backordered, expectedOn }: Rest, today: string): string =>
  `${grouped(backordered)} of ${name}, ${expectedWords(expectedOn, today)}`

/** When the backordered lines of an order are expected; empty if nothing is backordered. */
export const restSentence = (lines: readonly Omit<Rest, 'name'>[], today: string): string => {
  const late = lines.filter(({ backordered }) => backordered > 0)
  if (late.length === 0) return ''
  const days = late
    .flatMap(({ expectedOn }) => (expectedOn !== null && expectedOn >= today ? [expectedOn] : []))
    .toSorted()
  const [first] = days
  const on = (day: string) => dayWords(day).replaceAll(' ', '\u00a0')
  const what = late.length === 1 ? '1 line is backordered' : `${grouped(late.length)} lines are backordered`
  if (first === undefined) return `${what}. No date is known.`
  const last = days.at(-1) ?? first
  const when = first === last ? `on ${on(first)}` : `from ${on(first)}`
  const open = days.length < late.length ? ` For ${grouped(late.length - days.length)} of them no date is known.` : ''
  return `${what}. The rest is expected ${when}.${open}`
}
