import { businessDay, momentFormat } from '#shared/business-day.ts'
import { dayWords, localMomentWords } from '#shared/day-words.ts'
import { portalSettings } from '../portal-settings.ts'

/** The ERP sends some dates as midnight without a time. */
const isDayAlone = (at: string): boolean => at.length === 10 || at.slice(10, 23) === 'T00:00:00.000'

/** The date of a time in the wholesaler's time zone, as 2026-11-27, the basis of filters, invoice aging and reports. */
export const dayIn = (at: string): string =>
  isDayAlone(at) ? at.slice(0, 10) : businessDay(portalSettings.timeZone, new Date(at))

/** The same as `Nov 27, 2026`. */
export const businessDayWords = (at: string): string => dayWords(dayIn(at))

/** Shows `Nov 27, 2026`; hover shows the full time in the reader's own time zone. */
export function Day({ at }: { at: string | null }) {
  return at && <Dated at={at}>{businessDayWords(at)}</Dated>
}

/** Shows `2026-11-27`, only for the order lists: the specification gives their date column the ISO format. */
export function IsoDay({ at }: { at: string }) {
  return <Dated at={at}>{dayIn(at)}</Dated>
}

function Dated({ at, children }: { at: string; children: string }) {
  return (
    <time dateTime={at} title={at.length > 10 ? localMomentWords(at) : undefined}>
      {children}
    </time>
  )
}

export function MomentText({ at }: { at: string }) {
  return <time dateTime={at}>{momentWords(at)}</time>
}

/** `Nov 27, 2026, 9:36 AM EST`, in the wholesaler's time zone; midnight is shown as a date only. */
export const momentWords = (at: string): string =>
  isDayAlone(at) ? businessDayWords(at) : momentFormat(portalSettings.timeZone).format(new Date(at))
