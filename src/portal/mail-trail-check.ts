import type { TrailCheck } from '#audit/verify-trail.ts'
import { composeEmail, facts } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import type { App } from '#platform/feature.ts'

/** Emails the head of the trail to where the database's administrators cannot change it. */
export const mailTrailCheck = async (
  { db, config }: Pick<App, 'db' | 'config'>,
  { isIntact, reason, sealed, head }: TrailCheck,
): Promise<void> => {
  if (!config.TRAIL_HEAD_TO) return
  const subject = isIntact ? `Audit trail intact, entries: ${sealed}` : 'The audit trail is broken'
  const email = composeEmail(config.TRAIL_HEAD_TO, subject, [
    reason ??
      'No entry of the audit trail was changed. Keep this email: its last hash can later prove whether the trail was replaced or truncated.',
    facts([
      ['Portal', config.PUBLIC_URL],
      ['Last hash', head ?? 'none'],
    ]),
    head && `To check it later: npm run portal -- verify-trail ${head}`,
  ])
  await queueMail(db, email)
}
