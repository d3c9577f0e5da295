import type { FindNamed } from '#orders/history/match-orders.ts'
import type { App } from '#platform/feature.ts'
import type { FetchPdf } from './invoices/fetch-document.ts'
import { invoiceJobs } from './invoices/jobs.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import type { OnQuestion } from './invoices/submit-question.ts'
import { paymentsOfMonth, paymentOfOrder } from './payments/list-payments.ts'
import { paymentRoutes } from './payments/routes.ts'
import type { ReconcileContext } from './payments/reconcile-payment.ts'

interface Ports extends Pick<ReconcileContext, 'onPaid'> {
  fetchPdf: FetchPdf
  findNamed: FindNamed
  onQuestion: OnQuestion
}

/** Wires payments into invoices, which cannot import them. */
export const room = (app: App, { fetchPdf, findNamed, onPaid, onQuestion }: Ports): void => {
  invoiceRoutes(app, { fetchPdf, paymentOfOrder, paymentsOfMonth, findNamed, onQuestion })
  paymentRoutes(app, { onPaid })
  invoiceJobs(app, paymentsOfMonth)
}
