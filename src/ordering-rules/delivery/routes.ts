import type { App } from '#platform/feature.ts'
import { delivery } from './contract.ts'
import { arrivalsAt } from './find-arrivals.ts'
import { deliverySettings } from './queries.ts'
import { removeDay, setDay, setHoliday, setMethod } from './set-delivery.ts'

export const deliveryRoutes = ({ serve, db, config }: App): void => {
  const timeZone = config.BUSINESS_TIME_ZONE

  serve(delivery.arrivals, () => arrivalsAt(db, timeZone))

  serve(delivery.settings, () => deliverySettings(db, timeZone))

  serve(delivery.setMethod, (call) => setMethod(db, call))

  serve(delivery.keepHoliday, (call) => setHoliday(db, call))

  serve(delivery.setDay, (call) => setDay(db, timeZone, call))

  serve(delivery.removeDay, (call) => removeDay(db, call))
}
