import { checkShipTo } from '#colleagues/ship-to/check-ship-to.ts'
import type { Config } from '#platform/config.ts'
import type { Row } from '#platform/db/tables.ts'
import { businessDay } from '#shared/business-day.ts'
import { stateCode } from '#shared/us-states.ts'
import type { Supply, SupplyRules } from './check-supply.ts'
import type { LicenseFacts } from './licenses/read-licenses.ts'

export const supplyRulesOf = (
  config: Pick<Config, 'REQUIRE_LICENSE' | 'SUPPLIES_GO_ON' | 'SHIPS_FROM' | 'BUSINESS_TIME_ZONE'>,
): SupplyRules => ({
  requiresLicense: config.REQUIRE_LICENSE,
  suppliesGoOn: config.SUPPLIES_GO_ON,
  shipsFrom: config.SHIPS_FROM,
  today: businessDay(config.BUSINESS_TIME_ZONE),
})

interface Destination {
  /** Null for the business's own address. */
  shipTo: Row<'ship_to'> | null
  /** The State of the business's own address as written. */
  state: string
  licenses: readonly LicenseFacts[]
}

export const makeSupply = ({ shipTo, state, licenses }: Destination, { shipsFrom, today }: SupplyRules): Supply => {
  const ofShipTo = licenses.filter(
    ({ kind, shipToId }) => kind === 'state' && shipToId !== null && shipToId === shipTo?.id,
  )
  return {
    state: stateCode(shipTo?.state ?? state),
    shipToId: shipTo?.id ?? null,
    shipToProblem: shipTo ? shipToProblemOf(shipTo, ofShipTo, today) : '',
    needsOwnLicense: shipTo?.needs_license ?? false,
    licenses: licenses.filter((license) => !license.isOwn || isForShipping(license, shipsFrom)),
  }
}

/** A license of another warehouse of ours allows nothing that this one ships. */
const isForShipping = ({ warehouse }: LicenseFacts, shipsFrom: string): boolean =>
  shipsFrom === '' || warehouse === '' || warehouse.trim().toLowerCase() === shipsFrom.toLowerCase()

/** An address that was changed after the order is verified again first. */
const shipToProblemOf = (shipTo: Row<'ship_to'>, licenses: readonly LicenseFacts[], today: string): string =>
  shipTo.verified_at === null ? 'The ship-to address is not verified yet.' : checkShipTo(shipTo, licenses, today)
