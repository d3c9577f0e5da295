import { composeEmail, facts, link } from '#mail/compose-email.ts'
import { weekdayWords } from '#shared/day-words.ts'
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
