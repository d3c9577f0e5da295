import type { MarkedLine } from '#catalog/line-words.ts'
import type { ReturnSchedule, Storage } from './return-shapes.ts'

/** A request has its number from the start; it is an authorization number once authorized. */
export const returnName = ({ number, isAuthorized }: { number: number; isAuthorized: boolean }): string =>
  isAuthorized ? `RMA-${number}` : `Return request ${number}`

/** Schedule and storage of returned goods, for all lists and emails. */
export const marksOf = ({ schedule, storage }: { schedule: ReturnSchedule; storage: Storage }): MarkedLine => ({
  deaSchedule: schedule === 'none' || schedule === 'unknown' ? '' : schedule,
  coldStatus: storage === 'cold' ? 'Refrigerated or frozen' : '',
})
