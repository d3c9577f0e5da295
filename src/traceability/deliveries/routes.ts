import type { App } from '#platform/feature.ts'
import { deliveries } from './contract.ts'
import { pageOfConflicts, pageOfMissing, traceOfInvoice, traceOfOrder } from './queries.ts'

export const deliveryTraceRoutes = ({ serve, db }: App): void => {
  serve(deliveries.ofOrder, ({ params, user }) => traceOfOrder(db, user, params.id))
  serve(deliveries.ofInvoice, ({ params, user }) => traceOfInvoice(db, user, params.id))
  serve(deliveries.missing, ({ query }) => pageOfMissing(db, query.page))
  serve(deliveries.conflicts, ({ query }) => pageOfConflicts(db, query.page))
}
