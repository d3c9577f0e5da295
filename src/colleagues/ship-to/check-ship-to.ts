import type { Row } from '#platform/db/tables.ts'
import { isLicensed } from '#customers/check-license.ts'

/** A State license of the ship-to address. */
export interface ShipToLicense {
  state: string
  expiresOn: string | null
  renewalFiledOn: string | null
}

type Checked = Pick<Row<'ship_to'>, 'state' | 'needs_license'>

/** Why an order to this address would be on hold on this day, or empty. No expiration date, no check. */
export const checkShipTo = (
  { state, needs_license: needsLicense }: Checked,
  licenses: readonly ShipToLicense[],
  today: string,
): string => {
  if (!needsLicense) return ''
  if (licenses.length === 0) return 'The ship-to address has no license on record.'
  const local = licenses.filter((license) => license.state === state)
  if (local.length === 0) return `The ship-to address has no license from ${state}.`
  return local.some((license) => isLicensed(license.expiresOn, today) || isRenewing(license))
    ? ''
    : 'The license of the ship-to address has expired.'
}

/** A renewal that was filed in time keeps the license valid. */
export const isRenewing = ({ expiresOn, renewalFiledOn }: Omit<ShipToLicense, 'state'>): boolean =>
  expiresOn !== null && renewalFiledOn !== null && renewalFiledOn <= expiresOn
