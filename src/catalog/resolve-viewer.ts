import { businessDay } from '#shared/business-day.ts'
import type { Config } from '#platform/config.ts'
import type { Caller } from '#platform/http/bearer.ts'

/** The user viewing the catalog, and what they may see. */
export interface Viewer {
  user: { _id: string; businessId: string | null; email: string; name: string; companyName: string } | null
  seesDrafts: boolean
  /** Restricted products are shown and marked as such. */
  seesRestricted: boolean
  seesPrices: boolean
  /** Products of unknown schedule are marked, because they are not sold. */
  seesUnknown: boolean
  /** The day that prices apply to, in the wholesaler's time zone. */
  day: string
}

type Settings = Pick<Config, 'PRICES' | 'BUSINESS_TIME_ZONE' | 'REQUIRE_LICENSE'>

/** The catalog as a buyer sees it. Staff see the prices of the customer they are working for. */
export const asBuyer = ({ PRICES, BUSINESS_TIME_ZONE, REQUIRE_LICENSE }: Settings, user: Caller | null): Viewer => ({
  user: user?.orderingFor
    ? { ...user, businessId: user.orderingFor.businessId, companyName: user.orderingFor.companyName }
    : user,
  seesDrafts: false,
  seesRestricted: isStaffWithoutCustomer(user),
  seesPrices: user !== null || PRICES === 'public',
  seesUnknown: REQUIRE_LICENSE,
  day: businessDay(BUSINESS_TIME_ZONE),
})

/** The business whose view applies; for staff, the business of the customer they are working for. */
export const viewerBusiness = (user: Caller | null): string | null =>
  (user?.orderingFor ? user.orderingFor.businessId : user?.businessId) ?? null

/** Staff who work for a customer cannot order products that the customer may not see. */
export const isStaffWithoutCustomer = (user: Caller | null): boolean =>
  user !== null && (user.isAdmin || user.isSalesRep) && !user.orderingFor

/** Admins also see drafts and restricted products. */
export const asCaller = (config: Settings, user: Caller | null): Viewer => ({
  ...asBuyer(config, user),
  seesDrafts: user?.isAdmin === true,
  seesRestricted: user?.isAdmin === true || isStaffWithoutCustomer(user),
})
