import { useEffect } from 'react'
import { businessDay } from '#shared/business-day.ts'
import { localMomentWords, monthDayWords } from '#shared/day-words.ts'
import { portalSettings } from '../portal-settings.ts'

/** One at midnight is a day, because the ERP gives some of them no time. */
const isDayAlone = (at: string): boolean => at.length === 10 || at.slice(10, 23) === 'T00:00:00.000'

/** The day of a moment where the wholesaler is, as 2026-11-27: by it lists filter, invoices age and reports count. */
export const dayIn = (at: string): string =>
  isDayAlone(at) ? at.slice(0, 10) : businessDay(portalSettings.timeZone, new Date(at))

/** The same; the whole moment, in the reader's own time, on hover. */
export function Day({ at }: { at: string | null }) {
  if (!at) return null
  return (
    <time dateTime={at} title={at.length > 10 ? localMomentWords(at) : undefined}>
      {dayIn(at)}
    </time>
  )
}

// Not made before somebody needs it: a slow phone waits long for it.
let moment: Intl.DateTimeFormat | undefined
const momentFormat = () =>
  (moment ??= new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: portalSettings.timeZone,
  }))

/** For a page that waits for moments: makes meanwhile what writes them. */
export const useMomentsSoon = (): void =>
  useEffect(() => {
    const timer = setTimeout(momentFormat)
    return () => clearTimeout(timer)
  }, [])

/** A moment in the wholesaler's time zone, and which that is; one at midnight is a day, because the ERP gives some of them no time. */
export function MomentText({ at }: { at: string }) {
  return <time dateTime={at}>{momentWords(at, isDayAlone(at))}</time>
}

export const momentWords = (at: string, isDay = false): string =>
  isDay ? `${monthDayWords(at.slice(0, 10))}, ${at.slice(0, 4)}` : momentFormat().format(new Date(at))
