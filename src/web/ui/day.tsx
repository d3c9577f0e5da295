import { portalSettings } from '../portal-settings.ts'

/** The UTC day of a moment, by which lists filter and reports count; the whole of it, in the reader's own time, on hover. */
export function Day({ at }: { at: string | null }) {
  if (!at) return null
  return (
    <time dateTime={at} title={at.length > 10 ? new Date(at).toLocaleString() : undefined}>
      {at.slice(0, 10)}
    </time>
  )
}

const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
  timeZone: portalSettings.timeZone,
})
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A moment in the wholesaler's time zone, and which that is; one at midnight is a day, because the ERP gives some of them no time. */
export function Moment({ at }: { at: string }) {
  const isDay = at.endsWith('T00:00:00.000Z')
  return <time dateTime={at}>{momentWords(at, isDay)}</time>
}

export const momentWords = (at: string, isDay = false): string => (isDay ? day : moment).format(new Date(at))
