import { businessDay } from '#platform/business-day.ts'
import type { Config } from '#platform/config.ts'
import type { Caller } from '#platform/http/bearer.ts'

/** Who looks at the catalogue, and what of it he may see. */
export interface Viewer {
  user: { _id: string; businessId: string | null; email: string; name: string; companyName: string } | null
  seesDrafts: boolean
  seesPrices: boolean
  /** The day whose prices they are, where the wholesaler is. */
  day: string
}

type Settings = Pick<Config, 'PRICES' | 'BUSINESS_TIME_ZONE'>

/** Whoever it is sees what is sold, one of the staff at the prices of the customer he works for. */
export const asBuyer = ({ PRICES, BUSINESS_TIME_ZONE }: Settings, user: Caller | null): Viewer => ({
  user: user?.orderingFor
    ? { ...user, businessId: user.orderingFor.businessId, companyName: user.orderingFor.companyName }
    : user,
  seesDrafts: false,
  seesPrices: user !== null || PRICES === 'public',
  day: businessDay(BUSINESS_TIME_ZONE),
})

/** An admin sees drafts too. */
export const asCaller = (config: Settings, user: Caller | null): Viewer => ({
  ...asBuyer(config, user),
  seesDrafts: user?.isAdmin === true,
})
