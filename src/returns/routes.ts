import type { App } from '#platform/feature.ts'
import { addLabel, addPhoto, readFile } from './attach-files.ts'
import { authorizeReturn } from './approve-return.ts'
import { returns } from './contract.ts'
import { countWaiting, deskReturns, listTemplates, ownReturns, returnById } from './queries.ts'
import { readReturnable } from './read-returnable.ts'
import { receiveReturn } from './receive-return.ts'
import { type ReportControlledLoss, requestReturn, returnRulesOf } from './request-return.ts'
import { cancelReturn, creditReturn, refuseReturn } from './resolve-return.ts'
import { addTemplate, changeTemplate, removeTemplate } from './save-template.ts'

export interface ReturnPorts {
  onControlledLoss: ReportControlledLoss
}

export const returnRoutes = ({ serve, serveFile, db, config }: App, { onControlledLoss }: ReturnPorts): void => {
  serve(returns.items, async ({ query, user }) => ({
    ...(await readReturnable(db, user, query)),
    rules: returnRulesOf(config),
  }))
  serve(returns.request, async (call) => {
    const requested = await requestReturn(db, { config, onControlledLoss }, call)
    const message =
      requested.length === 1 ? 'Return requested' : `${requested.length} returns requested, one for each desk`
    return { message, returns: requested }
  })
  serve(returns.list, ({ query, user }) => ownReturns(db, user, query))
  serve(returns.desk, ({ query }) => deskReturns(db, query))
  serve(returns.waiting, async () => ({ count: await countWaiting(db) }))
  serve(returns.byId, ({ params, user }) => returnById(db, user, params.id))
  serve(returns.cancel, (call) => cancelReturn(db, config, call))

  serve(returns.addPhoto, async (call, reply) => ({ _id: await addPhoto(db, call, reply.request) }))
  serve(returns.addLabel, (call, reply) => addLabel(db, call, reply.request))
  serveFile(returns.file, (call) => readFile(db, call))

  serve(returns.authorize, (call) => authorizeReturn(db, config, call))
  serve(returns.refuse, (call) => refuseReturn(db, config, call))
  serve(returns.receive, (call) => receiveReturn(db, { config, onControlledLoss }, call))
  serve(returns.credit, (call) => creditReturn(db, config, call))

  serve(returns.templates, () => listTemplates(db))
  serve(returns.addTemplate, (call) => addTemplate(db, call))
  serve(returns.changeTemplate, (call) => changeTemplate(db, call))
  serve(returns.removeTemplate, (call) => removeTemplate(db, call))
}
