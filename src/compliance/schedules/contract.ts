import * as z from 'zod/mini'
import { del, get, post } from '#shared/endpoint.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Id, IdParams, Message, Moment, requiredText } from '#shared/wire.ts'

export const stateSchedules = ['CV', 'CIV', 'CIII', 'CII'] as const

/** A schedule that a State has and federal law does not, as typed. */
export const StateScheduleFields = z.object({
  state: requiredText(2, 'State').check(z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'State: two letters, such as MA.')),
  /** As the generic name or the drug family of the products has it. */
  substance: requiredText(200, 'Substance'),
  schedule: z.enum(stateSchedules, 'Choose the schedule.'),
  source: requiredText(300, 'Source'),
  effectiveOn: plausibleDay('Enter a date like 2026-11-27.'),
})

export const StateSchedule = z.object({
  _id: z.string(),
  state: z.string(),
  substance: z.string(),
  schedule: z.enum(stateSchedules),
  source: z.string(),
  effectiveOn: z.string(),
  /** Products for sale whose generic name or family it is. */
  products: z.number(),
  addedBy: z.string(),
  addedAt: Moment,
})
export type StateSchedule = z.infer<typeof StateSchedule>

/** A product that the ship-to State controls more strictly than federal law. */
const ProductSchedule = z.object({
  _id: z.string(),
  /** `Schedule V in KY`. */
  stateSchedule: z.string(),
  /** Why it cannot be ordered here; omitted if it can. */
  refusal: z.optional(z.string()),
})
export type ProductSchedule = z.infer<typeof ProductSchedule>

const mostProducts = 1_000

export const schedules = {
  list: get('/api/state-schedules', {
    access: 'admin',
    summary: 'Schedules that only a State has, by State and substance',
    reply: z.array(StateSchedule),
  }),
  add: post('/api/state-schedules', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Record a schedule of a State; new orders to that State go by it from its date',
    body: StateScheduleFields,
    reply: z.extend(Message, { _id: z.string() }),
    status: 201,
  }),
  remove: del('/api/state-schedules/:id', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Remove a schedule of a State; orders keep what was true when they were placed',
    params: IdParams,
    reply: Message,
    done: 'Schedule removed',
  }),
  ofProducts: post('/api/state-schedules/products', {
    isForReadOnly: true,
    access: 'signedIn',
    summary: 'Those of the products that the ship-to State controls more strictly than federal law; nothing is saved',
    body: z.object({
      ids: z.array(Id).check(z.maxLength(mostProducts, 'At most 1,000 products can be looked up at a time.')),
      /** The business’s own address if omitted. */
      shipToId: z.optional(Id),
    }),
    reply: z.array(ProductSchedule),
  }),
}
