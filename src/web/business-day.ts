import { portalSettings } from './portal-settings.ts'

let format: Intl.DateTimeFormat | undefined

/** The day it is at the wholesaler's, as 2026-11-26. */
export const businessToday = (): string => {
  format ??= new Intl.DateTimeFormat('en-CA', { timeZone: portalSettings.timeZone })
  return format.format(new Date())
}
