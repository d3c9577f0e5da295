import type { App } from '#platform/feature.ts'
import { makeDeliver } from './send-mail.ts'

export const mailJobs = (app: App): void => {
  const { job, db, http } = app
  const deliver = makeDeliver(app)
  job({ kind: 'mail.send', run: ({ mailId = '' }) => deliver(db, mailId) })
  http.addHook('onClose', deliver.close)
}
