import { momentWords } from '#web/ui/day.tsx'

/** Has the date even for today, because the page may stay open for days. */
export const timeOf = (moment: string | null): string => (moment ? momentWords(moment) : '–')
