const dayAndClock = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `Nov 20, 14:05`, today as well: a page is left open for days. In the reader's own time zone. */
export const timeOf = (moment: string | null): string => (moment ? dayAndClock.format(new Date(moment)) : '—')
