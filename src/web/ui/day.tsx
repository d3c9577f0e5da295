import { useEffect } from 'react'
import { businessDay } from '#shared/business-day.ts'
import { localMomentWords, monthDayWords } from '#shared/day-words.ts'
import { portalSettings } from '../portal-settings.ts'

/** The ERP sends some dates as midnight without a time. */
const isDayAlone = (at: string): boolean => at.length === 10 || at.slice(10, 23) === 'T00:00:00.000'

/** The date of a time in the wholesaler's time zone, as 2026-11-27, the basis of filters, invoice aging and reports. */
export const dayIn = (at: string): string =>
  isDayAlone(at) ? at.slice(0, 10) : businessDay(portalSettings.timeZone, new Date(at))

/** The same; hover shows the full time in the reader's own time zone. */
export function Day({ at }: { at: string | null }) {
  if (!at) return null
  return (
    <time dateTime={at} title={at.length > 10 ? localMomentWords(at) : undefined}>
      {dayIn(at)}
    </time>
  )
}

// Created lazily, because it is slow on phones.
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

/** Creates the formatter early, while a page loads its times. */
export const useMomentsSoon = (): void =>
  useEffect(() => {
    const timer = setTimeout(momentFormat)
    return () => clearTimeout(timer)
  }, [])

/** A time in the wholesaler's time zone, which it names; midnight is shown as a date only. */
export function MomentText({ at }: { at: string }) {
  return <time dateTime={at}>{momentWords(at, isDayAlone(at))}</time>
}

export const momentWords = (at: string, isDay = false): string =>
  isDay ? `${monthDayWords(at.slice(0, 10))}, ${at.slice(0, 4)}` : momentFormat().format(new Date(at))
