import type { Row } from '#platform/db/tables.ts'
import { isLicensed } from '#customers/check-license.ts'

type Checked = Pick<
  Row<'ship_to'>,
  'state' | 'needs_license' | 'license_number' | 'license_state' | 'license_expires_on'
>

/** Why an order to this address would be on hold on this day, or empty. No expiration date, no check. */
export const checkShipTo = (address: Checked, today: string): string => {
  if (!address.needs_license) return ''
  if (address.license_number === '') return 'The ship-to address has no license on record.'
  if (address.license_state !== address.state) return `The ship-to address has no license from ${address.state}.`
  return isLicensed(address.license_expires_on, today) ? '' : 'The license of the ship-to address has expired.'
}
