import { businessDay } from '#shared/business-day.ts'
import type { Config } from '#platform/config.ts'
import type { Caller } from '#platform/http/bearer.ts'

/** Who looks at the catalogue, and what of it he may see. */
export interface Viewer {
  user: { _id: string; businessId: string | null; email: string; name: string; companyName: string } | null
  seesDrafts: boolean
  /** What is only for some is shown, and said to be so. */
  seesRestricted: boolean
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
  seesRestricted: isStaffWithoutCustomer(user),
  seesPrices: user !== null || PRICES === 'public',
  day: businessDay(BUSINESS_TIME_ZONE),
})

/** Whose eyes one looks with: one of the staff with those of the customer he works for. */
export const viewerBusiness = (user: Caller | null): string | null =>
  (user?.orderingFor ? user.orderingFor.businessId : user?.businessId) ?? null

/** While one of the staff works for a customer, what that customer may not see cannot be ordered for him either. */
export const isStaffWithoutCustomer = (user: Caller | null): boolean =>
  user !== null && (user.isAdmin || user.isSalesRep) && !user.orderingFor

/** An admin sees drafts too, and whatever is only for some. */
export const asCaller = (config: Settings, user: Caller | null): Viewer => ({
  ...asBuyer(config, user),
  seesDrafts: user?.isAdmin === true,
  seesRestricted: user?.isAdmin === true || isStaffWithoutCustomer(user),
})
