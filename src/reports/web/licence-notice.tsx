import { BadgeCheck, TriangleAlert } from 'lucide-react'
import type { MySummary } from '../contract.ts'
import styles from './licence-notice.module.css'

const warnDays = 60

/** Goods go to licensed businesses only, so the end of the licence is announced in time. */
export function LicenceNotice({ licence: { expires, daysLeft } }: { licence: MySummary['licence'] }) {
  if (expires === null || daysLeft === null) return null
  if (daysLeft > warnDays)
    return (
      <p className={styles.valid}>
        <BadgeCheck size={16} aria-hidden /> Your license is valid until {expires}.
      </p>
    )
  return (
    <p className={styles.notice} data-tone={daysLeft < 0 ? 'bad' : 'notice'} role="note">
      <TriangleAlert size={18} aria-hidden />
      <span>
        {daysLeft < 0
          ? `Your license ended on ${expires}. New orders wait until it is renewed: please send us the new one.`
          : `Your license ends ${inDays(daysLeft)}, on ${expires}. Please send us the renewed one, so that no order has to wait.`}
      </span>
    </p>
  )
}

const inDays = (days: number): string => {
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}
