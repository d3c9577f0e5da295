import { nameInText } from '#shared/show-strengths.ts'

/** The storage and DEA schedule of a line's product; empty if there is none. */
export interface MarkedLine {
  coldStatus: string
  deaSchedule: string
  /** The stricter schedule of the ship-to State in words. */
  stateSchedule?: string | undefined
}

/** `Schedule V in KY`, of the stored `CV KY`. */
export const stateScheduleWords = (stored: string): string => stored.replace(/^C(\w+) (\w+)$/, 'Schedule $1 in $2')

/** `Hysingla ER 40 mg Tablet (CII, Refrigerated)`, for emails and PDFs. */
export const nameWithMarks = (name: string, { coldStatus, deaSchedule, stateSchedule }: MarkedLine): string => {
  const marks = [deaSchedule, stateSchedule, coldStatus].filter(Boolean)
  return marks.length === 0 ? nameInText(name) : `${nameInText(name)} (${marks.join(', ')})`
}
