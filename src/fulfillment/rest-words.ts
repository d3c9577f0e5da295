import { dayWords } from '#shared/day-words.ts'
import { grouped } from '#shared/number-words.ts'

/** The pieces of a line that come later. */
export interface Rest {
  name: string
  backordered: number
  /** A calendar day; null if the ERP names none. */
  expectedOn: string | null
}

/** `3 of Lisinopril, expected Dec 5, 2026`; a day that has passed promises nothing. */
export const restWords = ({ name, backordered, expectedOn }: Rest, today: string): string => {
  const when =
    expectedOn === null
      ? 'no date known'
      : expectedOn < today
        ? `was expected ${dayWords(expectedOn)}, no new date known`
        : `expected ${dayWords(expectedOn)}`
  return `${grouped(backordered)} of ${name}, ${when}`
}
