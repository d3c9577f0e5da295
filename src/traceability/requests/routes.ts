import type { App } from '#platform/feature.ts'
import { requests } from './contract.ts'
import { answerFile, pageOfRequests, requestById } from './queries.ts'
import { closeRequest, recordRequest } from './record-request.ts'

export const requestRoutes = ({ serve, serveFile, db, config }: App): void => {
  const onDuty = config.TRACE_ON_DUTY
  serve(requests.list, async ({ query }) => ({ ...(await pageOfRequests(db, query)), onDuty }))
  serve(requests.record, async (call) => ({
    message: 'Request recorded',
    _id: await recordRequest(db, config, call),
  }))
  serve(requests.byId, ({ params }) => requestById(db, params.id, onDuty))
  serveFile(requests.file, ({ params }) => answerFile(db, params.id))
  serve(requests.close, (call) => closeRequest(db, call))
}
