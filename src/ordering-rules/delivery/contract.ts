import * as z from 'zod/mini'
import { del, get, put } from '#shared/endpoint.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Message, text } from '#shared/wire.ts'
import { Arrival, shippingMethods } from './delivery-shapes.ts'
import { holidays } from './holiday-shapes.ts'

const Arrivals = z.object({
  /** Server time, because browser clocks may be wrong. */
  now: z.string(),
  timeZone: z.string(),
  /** Arrival by shipping method; null if unknown. */
  methods: z.record(z.string(), z.nullable(Arrival)),
  /** Arrival of refrigerated items. */
  cold: z.nullable(Arrival),
  /** The days of the next six weeks that can be requested for delivery, by shipping method. */
  openDays: z.record(z.string(), z.array(z.string())),
  /** The same for refrigerated items. */
  coldOpenDays: z.array(z.string()),
})
export type Arrivals = z.infer<typeof Arrivals>

const CutOff = z.nullable(z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Write the cut-off like 16:00.')))
const daysMessage = 'Transit days must be a whole number from 1 to 30.'
const TransitDays = z.nullable(
  z.number(daysMessage).check(z.int(daysMessage), z.gte(1, daysMessage), z.lte(30, daysMessage)),
)
const DayParams = z.object({ day: plausibleDay('Write the day like 2026-11-27.') })

const DeliverySettings = z.object({
  timeZone: z.string(),
  methods: z.array(z.object({ method: z.string(), cutOff: CutOff, transitDays: TransitDays })),
  holidays: z.array(z.object({ rule: z.enum(holidays), isKept: z.boolean(), next: z.string() })),
  /** Exceptions from today on. */
  days: z.array(z.object({ day: z.string(), isOpen: z.boolean(), name: z.string() })),
})
export type DeliverySettings = z.infer<typeof DeliverySettings>

export const delivery = {
  arrivals: get('/api/delivery/arrivals', {
    access: 'signedIn',
    summary: 'When an order placed now would ship and arrive, by shipping method, where known',
    reply: Arrivals,
  }),
  settings: get('/api/delivery', {
    access: 'admin',
    summary: 'Cut-offs, transit days, holidays and single days',
    reply: DeliverySettings,
  }),
  setMethod: put('/api/delivery/methods/:method', {
    access: 'admin',
    summary: 'Set the cut-off and transit days of a shipping method; null where unknown',
    params: z.object({ method: z.enum(shippingMethods, 'There is no such shipping method.') }),
    body: z.object({ cutOff: CutOff, transitDays: TransitDays }),
    reply: Message,
    done: 'Saved',
  }),
  keepHoliday: put('/api/delivery/holidays/:rule', {
    access: 'admin',
    summary: 'Set whether a holiday stops shipping and delivery every year',
    params: z.object({ rule: z.enum(holidays, 'There is no such holiday.') }),
    body: z.object({ isKept: z.boolean() }),
    reply: Message,
    done: 'Saved',
  }),
  setDay: put('/api/delivery/days/:day', {
    access: 'admin',
    summary: 'Open or close a single day',
    params: DayParams,
    body: z.object({ isOpen: z.boolean(), name: text(100, 'The name') }),
    reply: Message,
    done: 'Saved',
  }),
  removeDay: del('/api/delivery/days/:day', {
    access: 'admin',
    summary: 'Remove the exception for a day',
    params: DayParams,
    reply: Message,
    done: 'Removed',
  }),
}
