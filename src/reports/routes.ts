import type * as z from 'zod/mini'
import type { CatalogIndex } from '#search/index/sync-catalog-index.ts'
import { makeValueCache } from '#platform/cache-values.ts'
import type { App } from '#platform/feature.ts'
import { businessDay } from '#shared/business-day.ts'
import { compareSales } from './compare-sales.ts'
import { type Attention, type InvoiceOverviews, reports } from './contract.ts'
import { listAttention } from './list-attention.ts'
import { listCustomers } from './list-customers.ts'
import type { Issue } from './list-issues.ts'
import { dashboardSummary, ordersByState, productNames, salesOfProduct } from './queries.ts'
import { splitSales } from './split-sales.ts'
import { topCustomers, topProducts } from './rank-sales.ts'
import { invoiceOverviews } from './total-invoices.ts'
import { customerSummary } from './summarize-customer.ts'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Brand } from '#platform/brand.ts'
import { root } from '#platform/root.ts'

export const reportRoutes = (app: App, catalogue: CatalogIndex, listTroubles: () => Promise<Issue[]>): void => {
  const { serve, db, config } = app
  const timeZone = config.BUSINESS_TIME_ZONE
  const soldOut = makeValueCache<z.input<typeof Attention>['soldOut']>(1)
  const payments = makeValueCache<z.input<typeof InvoiceOverviews>>(1)

  serve(reports.summary, () => dashboardSummary(db, catalogue, timeZone))

  serve(reports.map, () => ordersByState(db))

  serve(reports.mySummary, ({ params, user }) => customerSummary(db, user, params.id, config))

  serve(reports.myCustomers, ({ query, user }) => listCustomers(db, { staffId: user._id, show: query.show, timeZone }))

  serve(reports.productNames, ({ query }) => productNames(db, catalogue, query.query))

  serve(reports.productSales, ({ params }) => salesOfProduct(db, params.id))

  serve(reports.topProducts, ({ params }) => topProducts(db, params.id))

  serve(reports.topCustomers, ({ params }) => topCustomers(db, params.id, timeZone))

  serve(reports.sales, ({ query }) => compareSales(db, query, businessDay(timeZone)))

  serve(reports.breakdown, ({ query }) => splitSales(db, query, businessDay(timeZone)))

  serve(reports.invoices, () => invoiceOverviews(db, payments))

  serve(reports.attention, async () => ({
    troubles: (await listTroubles()).map(({ text, reason }) => ({ text, reason })),
    ...(await listAttention(db, soldOut, timeZone)),
  }))

  serveMap(app)
}

const page = resolve(root, 'dist/web/us-map.html')

/** The map page, framed by the dashboard. Its figures are in the URL fragment, because a frame sends no token. */
const serveMap = ({ http, brand }: App): void => {
  http.get('/pictures/us-map', { config: { access: 'anyone' }, logLevel: 'warn' }, async (_request, reply) => {
    const map = await readFile(page, 'utf8').catch(() => null)
    if (!map) return reply.status(503).send({ message: 'The browser side is not built. Run npm start.' })
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({
        'content-security-policy': [
          "default-src 'none'",
          `script-src 'nonce-${nonce}'`,
          `style-src 'nonce-${nonce}'`,
          // The font is embedded in the styles, because a sandboxed frame has no origin to fetch from.
          'font-src data:',
          "base-uri 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
          "form-action 'none'",
          "frame-ancestors 'self'",
        ].join('; '),
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(inColorsOf(brand(), map, nonce))
  })
}

/** Brand colors come after the map's own styles to override them. */
const inColorsOf = ({ tones }: Brand, map: string, nonce: string): string => {
  const page = map.replaceAll('CSP_NONCE', nonce)
  if (!tones) return page
  const levels = (places: number[]) => places.map((place, at) => `--level-${at + 1}:${tones.shades[place]}`).join(';')
  const style = `:root{${levels([1, 2, 4, 8, 9])}}:root[data-mode='dark']{${levels([9, 8, 7, 3, 2])}}`
  return page.replace('</head>', `<style nonce="${nonce}">${style}</style></head>`)
}
