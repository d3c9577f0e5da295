import { portalSettings } from './portal-settings.ts'

let format: Intl.DateTimeFormat | undefined

/** Today in the wholesaler's time zone, as 2026-11-26. */
export const businessToday = (): string => {
  format ??= new Intl.DateTimeFormat('en-CA', { timeZone: portalSettings.timeZone })
  return format.format(new Date())
}
