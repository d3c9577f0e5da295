import type { App } from '#platform/feature.ts'
import { businessDay } from '#shared/business-day.ts'
import { delivery } from './contract.ts'
import { arrivalsAt, deliverySettings } from './queries.ts'
import { setHoliday, setDay, setMethod } from './set-delivery.ts'

export const deliveryRoutes = ({ serve, db, config }: App): void => {
  const timeZone = config.BUSINESS_TIME_ZONE

  serve(delivery.arrivals, () => arrivalsAt(db, timeZone))

  serve(delivery.settings, () => deliverySettings(db, timeZone))

  serve(delivery.setMethod, async ({ params, body, user, request }) => {
    await setMethod(db, { actorId: user._id, request }, { ...params, ...body })
    return { message: 'Saved' }
  })

  serve(delivery.keepHoliday, async ({ params, body, user, request }) => {
    await setHoliday(db, { actorId: user._id, request }, { ...params, ...body })
    return { message: 'Saved' }
  })

  serve(delivery.setDay, async ({ params, body, user, request }) => {
    await setDay(db, { actorId: user._id, request }, { day: params.day, today: businessDay(timeZone), facts: body })
    return { message: 'Saved' }
  })

  serve(delivery.removeDay, async ({ params, user, request }) => {
    await setDay(db, { actorId: user._id, request }, { day: params.day, today: businessDay(timeZone), facts: null })
    return { message: 'Removed' }
  })
}
