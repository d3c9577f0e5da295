import type { App } from '#platform/feature.ts'
import { businessDay } from '#shared/business-day.ts'
import { asBuyer } from '#catalog/resolve-viewer.ts'
import { schedules } from './contract.ts'
import { stateSchedulesOf } from './read-state-schedule.ts'
import { addStateSchedule, listStateSchedules, removeStateSchedule } from './save-state-schedule.ts'

export const scheduleRoutes = ({ serve, db, config }: App): void => {
  serve(schedules.list, () => listStateSchedules(db))

  serve(schedules.add, async (call) => ({
    message: 'Schedule added',
    _id: await addStateSchedule(db, businessDay(config.BUSINESS_TIME_ZONE), call),
  }))

  serve(schedules.ofProducts, ({ body, user }) => stateSchedulesOf(db, asBuyer(config, user), body))

  serve(schedules.remove, (call) => removeStateSchedule(db, call))
}
