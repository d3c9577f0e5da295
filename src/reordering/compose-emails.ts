import { type Addressee, composeEmail, facts, link } from '#mail/compose-email.ts'
import { weekdayWords } from '#shared/day-words.ts'
import { fullName } from '#shared/full-name.ts'
import { grouped } from '#shared/number-words.ts'
import { guideScheduleWords } from './guides/schedule-shapes.ts'

interface Standing {
  id: string
  name: string
  everyWeeks: number
  nextDay: string
  countLines: number
  /** Lines that cannot be ordered: no longer sold, or Schedule II. */
  countBlocked: number
  /** Empty for the business’s own. */
  shipTo: string
  isShipToGone: boolean
  email: string
  userName: string
}

/** Asks for a standing order; nothing is ordered before its user has placed it. */
export const standingOrderEmail = (
  { id, name, everyWeeks, nextDay, countLines, countBlocked, shipTo, isShipToGone, email, userName }: Standing,
  publicUrl: string,
) =>
  composeEmail({ email, name: userName }, 'Your standing order is ready: review and place', [
    `Your standing order for ${weekdayWords(nextDay)} is ready. Nothing is ordered until you review and place it.`,
    facts([
      ['Order guide', name],
      ['Lines', grouped(countLines)],
      countBlocked > 0 && ['Can’t be ordered now', `${grouped(countBlocked)} of them`],
      shipTo !== '' && ['Ship to', isShipToGone ? `${shipTo} (no longer available: choose another address)` : shipTo],
      ['Repeats', guideScheduleWords({ everyWeeks, nextDay })],
    ]),
    link(publicUrl, 'Review and place', `/orderguides/${id}`),
    'You see today’s prices and stock before you order. To stop these emails, pause the standing order on the same page.',
  ])

interface Paused extends Pick<Standing, 'id' | 'name' | 'everyWeeks' | 'nextDay' | 'userName'> {
  userLastName: string
}

/** Notifies a colleague that nobody was asked for this order. */
export const pausedOrderEmail = (
  { id, name, everyWeeks, nextDay, userName, userLastName }: Paused,
  colleague: Addressee,
  publicUrl: string,
) =>
  composeEmail(colleague, 'A standing order was paused: its user can no longer order', [
    `The standing order for ${weekdayWords(nextDay)} was paused, because its user can no longer order for your business. Nothing was ordered.`,
    facts([
      ['Order guide', name],
      ['Its user', fullName({ name: userName, lastName: userLastName })],
      ['Repeats', guideScheduleWords({ everyWeeks, nextDay })],
    ]),
    link(publicUrl, 'View order guide', `/orderguides/${id}`),
    'To receive its emails yourself, resume it on this page. You can also place this order there now.',
  ])
