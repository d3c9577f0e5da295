import type { App } from '#platform/feature.ts'
import { makeDeliver } from './send-mail.ts'

export const mailJobs = ({ job, db, config, http }: App): void => {
  const deliver = makeDeliver(config)
  job({ kind: 'mail.send', run: ({ mailId = '' }) => deliver(db, mailId) })
  http.addHook('onClose', deliver.close)
}
