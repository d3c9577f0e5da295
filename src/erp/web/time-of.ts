const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dayAndClock = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `14:05` today, `Nov 20, 14:05` on other days; in the reader's own time zone. */
export const timeOf = (moment: string | null, now = new Date()): string => {
  if (!moment) return '—'
  const date = new Date(moment)
  return (date.toDateString() === now.toDateString() ? clock : dayAndClock).format(date)
}
