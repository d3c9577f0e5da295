import type * as z from 'zod/mini'
import type { FollowedIndex } from '#search/engine/follow-catalogue.ts'
import { remember } from '#platform/remember-values.ts'
import type { App } from '#platform/feature.ts'
import { type Attention, type InvoiceOverviews, reports } from './contract.ts'
import { listAttention } from './list-attention.ts'
import { dashboardSummary, ordersByState, productNames, salesOfProduct } from './queries.ts'
import { topCustomers, topProducts } from './rank-sales.ts'
import { serveMap } from './serve-map.ts'
import { invoiceOverviews } from './sum-invoices.ts'
import { customerSummary } from './summarise-customer.ts'

export const reportRoutes = ({ serve, db, http, config }: App, catalogue: FollowedIndex): void => {
  const soldOut = remember<z.input<typeof Attention>['soldOut']>(1)
  const payments = remember<z.input<typeof InvoiceOverviews>>(1)

  serve(reports.summary, () => dashboardSummary(db, catalogue))

  serve(reports.map, () => ordersByState(db))

  serve(reports.mySummary, ({ params, user }) => customerSummary(db, user, params.id, config.BUSINESS_TIME_ZONE))

  serve(reports.productNames, ({ query }) => productNames(db, catalogue, query.query))

  serve(reports.productSales, ({ params }) => salesOfProduct(db, params.id))

  serve(reports.topProducts, ({ params }) => topProducts(db, params.id))

  serve(reports.topCustomers, ({ params }) => topCustomers(db, params.id))

  serve(reports.invoices, () => invoiceOverviews(db, payments))

  serve(reports.attention, () => listAttention(db, soldOut, config.BUSINESS_TIME_ZONE))

  serveMap(http)
}
