import * as z from 'zod/mini'
import { weekdayName } from '#shared/day-words.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Id } from '#shared/wire.ts'

const repeats = [1, 2, 4] as const
type Repeat = (typeof repeats)[number]

/** The standing order of a guide. */
export const GuideSchedule = z.object({
  everyWeeks: z.number(),
  /** A calendar day, like Monday 2026-11-30; its weekday is that of all orders. */
  nextDay: z.string(),
  isPaused: z.boolean(),
  /** Null for the business’s own ship-to address. `isAvailable` is false once it was removed or has to be verified. */
  shipTo: z.nullable(z.object({ _id: z.string(), name: z.string(), isAvailable: z.boolean() })),
  /** Who gets the email. A standing order whose user may no longer order is paused on its day. */
  user: z.object({ name: z.string(), lastName: z.string(), mayOrder: z.boolean() }),
  __v: z.number(),
})
export type GuideSchedule = z.infer<typeof GuideSchedule>

export const FirstSchedule = z.object({
  everyWeeks: z.literal([...repeats], 'Choose how often to order.'),
  nextDay: plausibleDay('Choose the day of the next order.'),
  /** A verified ship-to address; null for the business’s own. */
  shipToId: z._default(z.nullable(Id), null),
})
export type FirstSchedule = z.infer<typeof FirstSchedule>

export const NewSchedule = z.extend(FirstSchedule, {
  isPaused: z._default(z.boolean(), false),
  /** The version that was opened; 0 for a new standing order. */
  __v: z.number(),
})
export type NewSchedule = z.infer<typeof NewSchedule>

const words: Record<Repeat, string> = { 1: 'Every week', 2: 'Every 2 weeks', 4: 'Every 4 weeks' }

/** Weeks as they are offered; others, which nobody saved, become every week. */
export const repeatOf = (weeks: number): Repeat => repeats.find((every) => every === weeks) ?? 1

export const repeatChoices = repeats.map((every) => ({ value: String(every), label: words[every] }))

/** `Every 2 weeks on Monday`. */
export const guideScheduleWords = ({ everyWeeks, nextDay }: Pick<GuideSchedule, 'everyWeeks' | 'nextDay'>): string =>
  `${repeats.flatMap((every) => (every === everyWeeks ? [words[every]] : [])).join('')} on ${weekdayName(nextDay)}`
