import type { App } from '#platform/feature.ts'
import { schedules } from './contract.ts'
import { addStateSchedule, listStateSchedules, removeStateSchedule } from './save-state-schedule.ts'

export const scheduleRoutes = ({ serve, db }: App): void => {
  serve(schedules.list, () => listStateSchedules(db))

  serve(schedules.add, async (call) => ({ message: 'Schedule added', _id: await addStateSchedule(db, call) }))

  serve(schedules.remove, (call) => removeStateSchedule(db, call))
}
