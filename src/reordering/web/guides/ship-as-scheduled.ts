import { chooseShipTo } from '#colleagues/web/ship-to/use-ship-to.ts'
import { customer } from '#web/ordering-for.ts'
import { session } from '#web/session.ts'
import type { GuideSchedule } from '../../guides/schedule-shapes.ts'

/** Checkout starts with the address of the standing order whose lines were added; it can still be changed there. */
export const shipAsScheduled = (schedule: GuideSchedule | null): void => {
  const forUser = customer()?._id ?? session().user?._id
  if (!schedule || !forUser) return
  chooseShipTo(schedule.shipTo && { forUser, shipToId: schedule.shipTo._id })
}
