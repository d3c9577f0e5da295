import type { App } from '#platform/feature.ts'
import { illegitimateEmail, endOfNoticeEmail, recallEmail } from './compose-emails.ts'
import { queueNoticesKind, queueNotices, type Subject } from './queue-notices.ts'
import { caseById } from './quarantine/queries.ts'
import { recallById } from './queries.ts'

export const recallJobs = ({ job, db, config }: App): void => {
  const sender = {
    publicUrl: config.PUBLIC_URL,
    contact: [config.CONTACT_EMAIL, config.CONTACT_PHONE].filter(Boolean).join(', '),
  }
  job({
    kind: queueNoticesKind,
    run: async (payload, signal) => {
      const subject: Subject = {
        recallId: payload['recallId'] || null,
        caseId: payload['caseId'] || null,
        turn: payload['turn'] as Subject['turn'], // written by addRecipients
      }
      const { recallId, caseId, turn } = subject
      if (recallId) {
        const recall = await recallById(db, recallId)
        await queueNotices(db, subject, { compose: (to, name) => recallEmail(to, name, { ...sender, recall }), signal })
      } else if (caseId) {
        const suspect = await caseById(db, caseId)
        const compose = turn === 'ended' ? endOfNoticeEmail : illegitimateEmail
        await queueNotices(db, subject, { compose: (to, name) => compose(to, name, { ...sender, ...suspect }), signal })
      }
    },
    // Everyone must get the notice, so it is retried until it is done.
    mostAttempts: Infinity,
  })
}
