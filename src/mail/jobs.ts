import type { App } from '#platform/feature.ts'
import { makeDeliver, withFileKind } from './send-mail.ts'

export const mailJobs = (app: App): void => {
  const { job, db, http } = app
  const deliver = makeDeliver(app)
  for (const kind of ['mail.send', withFileKind]) job({ kind, run: (payload) => deliver(db, payload) })
  http.addHook('onClose', deliver.close)
}
