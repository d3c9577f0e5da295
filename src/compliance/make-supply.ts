import { checkShipTo } from '#colleagues/ship-to/check-ship-to.ts'
import type { Config } from '#platform/config.ts'
import type { Row } from '#platform/db/tables.ts'
import { businessDay } from '#shared/business-day.ts'
import { stateCode } from '#shared/us-states.ts'
import type { Supply, SupplyRules } from './check-supply.ts'
import type { LicenseFacts } from './licenses/read-licenses.ts'

export const supplyRulesOf = (
  config: Pick<Config, 'REQUIRE_LICENSE' | 'SUPPLIES_GO_ON' | 'BUSINESS_TIME_ZONE'>,
): SupplyRules => ({
  requiresLicense: config.REQUIRE_LICENSE,
  suppliesGoOn: config.SUPPLIES_GO_ON,
  today: businessDay(config.BUSINESS_TIME_ZONE),
})

interface Destination {
  /** Null for the business's own address. */
  shipTo: Row<'ship_to'> | null
  /** The State of the business's own address as written. */
  state: string
  licenses: readonly LicenseFacts[]
}

export const makeSupply = ({ shipTo, state, licenses }: Destination, { today }: SupplyRules): Supply => {
  const shipToProblem = shipTo ? checkShipTo(shipTo, today) : ''
  return {
    state: stateCode(shipTo?.state ?? state),
    shipToId: shipTo?.id ?? null,
    shipToProblem,
    isShipToLicensed:
      shipTo !== null && shipTo.needs_license && shipToProblem === '' && shipTo.license_expires_on !== null,
    licenses,
  }
}
