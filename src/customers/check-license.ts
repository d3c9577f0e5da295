import { dayAfter } from '#shared/business-day.ts'
import type { licenseStates } from './customer-shapes.ts'

type LicenseState = (typeof licenseStates)[number]

export const daysOfWarning = 30

/** Licenses without a last day are valid. */
export const isLicensed = (lastDay: string | null, today: string): boolean => lastDay === null || lastDay >= today

/** State of a license on a day, both `YYYY-MM-DD`; the last day counts as valid. */
export const checkLicense = (lastDay: string | null, today: string): LicenseState => {
  if (lastDay === null) return 'none'
  if (lastDay < today) return 'expired'
  return lastDay <= dayAfter(today, daysOfWarning) ? 'expiring' : 'valid'
}
