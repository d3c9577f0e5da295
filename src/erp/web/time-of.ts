const dayAndClock = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `Nov 20, 14:05` in the user's time zone, with the date even for today, because the page may stay open for days. */
export const timeOf = (moment: string | null): string => (moment ? dayAndClock.format(new Date(moment)) : '—')
