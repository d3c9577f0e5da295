import type { App } from '#platform/feature.ts'
import { partners } from './contract.ts'
import { mostAttempts, pushKind, pushShipment, retryPush } from './send-shipments.ts'
import { agreementOf, pageOfPushes, partnerOf } from './queries.ts'
import { savePartner, storeAgreement } from './save-partner.ts'

export const partnerRoutes = ({ serve, serveFile, job, db, config }: App): void => {
  serve(partners.byCustomer, ({ params, user }) => partnerOf(db, user, params.id))
  serve(partners.save, (call) => savePartner(db, config, call))
  serve(partners.storeAgreement, (call, reply) => storeAgreement(db, call, reply.request))
  serveFile(partners.agreement, async ({ params, user }) => ({
    type: 'application/pdf',
    ...(await agreementOf(db, user, params.id)),
  }))
  serve(partners.pushes, ({ query }) => pageOfPushes(db, query))
  serve(partners.retry, (call) => retryPush(db, call, call.params.id))

  job({
    kind: pushKind,
    run: ({ id = '' }, signal) => pushShipment(db, config, { id, signal }),
    mostAttempts,
  })
}
