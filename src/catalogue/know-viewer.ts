import type { Config } from '#platform/config.ts'
import type { Caller } from '#platform/http/bearer.ts'

/** Who looks at the catalogue, and what of it he may see. */
export interface Viewer {
  user: { _id: string; businessId: string | null; email: string; name: string; companyName: string } | null
  seesDrafts: boolean
  seesPrices: boolean
}

/** Whoever it is sees what is sold, one of the staff at the prices of the customer he works for. */
export const asBuyer = ({ PRICES }: Pick<Config, 'PRICES'>, user: Caller | null): Viewer => ({
  user: user?.orderingFor
    ? { ...user, businessId: user.orderingFor.businessId, companyName: user.orderingFor.companyName }
    : user,
  seesDrafts: false,
  seesPrices: user !== null || PRICES === 'public',
})

/** An admin sees drafts too. */
export const asCaller = (config: Pick<Config, 'PRICES'>, user: Caller | null): Viewer => ({
  ...asBuyer(config, user),
  seesDrafts: user?.isAdmin === true,
})
