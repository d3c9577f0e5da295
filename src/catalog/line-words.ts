import { nameInText } from '#shared/show-strengths.ts'

/** The storage and DEA schedule of a line's product; empty if there is none. */
export interface MarkedLine {
  coldStatus: string
  deaSchedule: string
}

/** `Hysingla ER 40 mg Tablet (CII, Refrigerated)`, for emails and PDFs. */
export const nameWithMarks = (name: string, { coldStatus, deaSchedule }: MarkedLine): string => {
  const marks = [deaSchedule, coldStatus].filter(Boolean)
  return marks.length === 0 ? nameInText(name) : `${nameInText(name)} (${marks.join(', ')})`
}
