import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyHttpOptions, LogController } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Config } from '#platform/config.ts'
import { mostSilenceMilliseconds } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import { businessDay } from '#shared/business-day.ts'
import type { App } from '#platform/feature.ts'
import { answerBroken } from '#platform/http/answer-broken.ts'
import { apiReferenceRoute } from '#platform/http/api-reference.ts'
import { forgetFullDisk } from '#platform/full-disk.ts'
import { answerError } from '#platform/http/errors.ts'
import { floodGuard } from '#platform/http/flood-guard.ts'
import { healthRoutes } from '#platform/http/health.ts'
import { makeCountAttempt } from '#platform/http/limits.ts'
import { logRequests } from '#platform/http/log-requests.ts'
import { maskAddresses, maskError } from '#platform/http/mask-addresses.ts'
import { noticeVisitors } from '#platform/http/notice-visitors.ts'
import { openApiRoute } from '#platform/http/openapi.ts'
import { headersFor } from '#platform/http/page-policy.ts'
import { policyReportRoute } from '#platform/http/policy-reports.ts'
import { securityTxtRoute } from '#platform/http/security-txt.ts'
import { robotsTxtRoute } from '#platform/http/robots-txt.ts'
import { makeServeFile } from '#platform/http/serve-file.ts'
import { makeServe, refuseRoutesWithoutAccess } from '#platform/http/serve.ts'
import { shrinkAnswers } from '#platform/http/shrink-answers.ts'
import { browserRoutes } from '#platform/http/static.ts'
import { takeTextOnlyAt } from '#platform/http/take-text.ts'
import { mostOfPart, readableAddress, unreadableRoute } from '#platform/http/unreadable-address.ts'
import { type AroundJob, makeWorker, type Worker } from '#platform/jobs/worker.ts'
import { auditJobs } from '#audit/jobs.ts'
import { auditRoutes } from '#audit/routes.ts'
import { type FollowedBrand, followBrand } from '#branding/follow-brand.ts'
import { brandingRoutes } from '#branding/routes.ts'
import { mailJobs } from '#mail/jobs.ts'
import { mailRoutes } from '#mail/routes.ts'
import { viewRoutes } from '#views/routes.ts'
import { pictureRoutes } from '#files/routes.ts'
import { catalogueJobs } from '#catalog/jobs.ts'
import { pictureAhead } from '#catalog/picture-ahead.ts'
import { catalogueRoutes } from '#catalog/routes.ts'
import { equivalentsRefusal } from '#customers/business/refuse-equivalents.ts'
import { inventoryJobs } from '#catalog/stock/jobs.ts'
import { inventoryRoutes } from '#catalog/stock/routes.ts'
import type { AccountNews } from '#customers/account-news.ts'
import { findCaller } from '#identity/find-caller.ts'
import { findCustomers, findPeople } from '#customers/find-records.ts'
import type { FindCaller } from '#platform/http/bearer.ts'
import { factorRoutes } from '#identity/factors/routes.ts'
import { noteRoutes } from '#customers/notes/routes.ts'
import { peopleRoutes } from '#colleagues/people/routes.ts'
import { shipToRoutes } from '#colleagues/ship-to/routes.ts'
import { customerJobs } from '#customers/jobs.ts'
import { customerListRoutes, customerRoutes } from '#customers/routes.ts'
import { accountJobs } from '#identity/jobs.ts'
import { accountRoutes } from '#identity/routes.ts'
import { signOnRoutes } from '#identity/sign-on/routes.ts'
import { removeContractPrices } from '#pricing/replace-prices.ts'
import { contractPriceJobs } from '#pricing/jobs.ts'
import { contractPriceRoutes } from '#pricing/routes.ts'
import { productEditingRoutes } from '#product-admin/routes.ts'
import { type FollowedIndex, followCatalogue } from '#search/engine/follow-catalogue.ts'
import { findIds, findNamed } from '#search/find-ids.ts'
import { recordRoutes, searchRoutes } from '#search/routes.ts'
import { productImport } from '#imports/contract.ts'
import { productImportJobs } from '#imports/jobs.ts'
import { productImportRoutes } from '#imports/routes.ts'
import { budgetRoutes } from '#budgets/routes.ts'
import { orderLimitRoutes } from '#ordering-rules/limits/routes.ts'
import { deliveryRoutes } from '#ordering-rules/delivery/routes.ts'
import { orderMethodRoutes } from '#ordering-rules/methods/routes.ts'
import { cartRoutes } from '#cart/routes.ts'
import { assignOrders, moveOrders } from '#orders/assign-orders.ts'
import { announceNumber } from '#orders/announce-number.ts'
import { findOrders } from '#orders/history/find-orders.ts'
import { orderedBy } from '#orders/history/list-ordered.ts'
import { releaseHeldOrders, releaseOrdersTo } from '#orders/release-orders.ts'
import { orderRoutes } from '#orders/routes.ts'
import { approvalsOf } from '#approvals/ask-approval.ts'
import { approvalJobs } from '#approvals/jobs.ts'
import { approvalRoutes } from '#approvals/routes.ts'
import { orderGuideRoutes } from '#reordering/guides/routes.ts'
import { invoicesOfOrder } from '#billing/invoices/find-invoices.ts'
import { findInvoices } from '#billing/invoices/find-records.ts'
import { invoiceJobs } from '#billing/invoices/jobs.ts'
import { invoiceRoutes } from '#billing/invoices/routes.ts'
import { paymentOfOrder } from '#billing/payments/find-payment.ts'
import { paymentsOfMonth } from '#billing/payments/list-payments.ts'
import { isPaymentPage, providerSources } from '#billing/payments/provider-hosts.ts'
import { paymentRoutes } from '#billing/payments/routes.ts'
import { queueNotePaid } from '#erp/export/note-paid.ts'
import type { Erp } from '#erp/gateway/erp.ts'
import { guardErp } from '#erp/gateway/guard-erp.ts'
import { erpJobs } from '#erp/jobs.ts'
import { erpRoutes } from '#erp/routes.ts'
import { recommendationJobs } from '#reordering/habits/jobs.ts'
import { countOrders } from '#reports/count-orders.ts'
import { idsOfMissed } from '#reports/list-attention.ts'
import { reportJobs } from '#reports/jobs.ts'
import { reportRoutes } from '#reports/routes.ts'
import { sumCustomers } from '#reports/sum-customers.ts'
import { mailTrailCheck } from './mail-trail-check.ts'
import { purgeJobs } from './purge-records.ts'
import { type Watch, watchTroubles } from './watch-troubles.ts'

export interface Portal {
  http: FastifyInstance
  worker: Worker
  endpoints: readonly Endpoint[]
  catalogue: FollowedIndex
  followedBrand: FollowedBrand
  watch: Watch
  /** Tells balancers to lead nobody here any more; who comes is answered until the server is closed. */
  drain(): void
}

export type Feature = (app: App) => void

interface Parts {
  config: Config
  db: Db
  erp: Erp
  /** What is served beside the domains. */
  features?: readonly Feature[]
  aroundJob?: AroundJob
  /** Takes each line of the log besides standard error. */
  alsoLog?: ((line: string) => void) | null
  /** Whether an answer that is not what its schema says fails. */
  checksReplies?: boolean
}

/** The whole portal on one database, not yet listening. */
export const buildPortal = async ({
  config,
  db,
  erp,
  features = [],
  aroundJob,
  alsoLog = null,
  checksReplies = false,
}: Parts): Promise<Portal> => {
  const http = Fastify(serverOptions(config, alsoLog))
  refuseRoutesWithoutAccess(http)
  forgetFullDisk()
  http.setErrorHandler(answerError)
  logRequests(http)
  const headers = headersFor(config)
  // First of all, so that a refusal carries them too.
  http.addHook('onRequest', async (_request, reply) => {
    void reply.headers(headers)
  })
  await floodGuard(http, config)
  await shrinkAnswers(http)
  takeTextOnlyAt(http, productImport.importProducts.path)

  const endpoints: Endpoint[] = []
  const worker = makeWorker(db, http.log, aroundJob)
  const callerOf: FindCaller = (token, orderingFor) => findCaller(db, { token, orderingFor }, config)
  const followedBrand = await followBrand(config, db)
  const brand = followedBrand.now
  const app: App = {
    config,
    db,
    http,
    log: http.log,
    serve: makeServe(http, { findCaller: callerOf, checksReplies, timeZone: config.BUSINESS_TIME_ZONE }, endpoints),
    serveFile: makeServeFile(http, callerOf, endpoints),
    job: worker.add,
    countAttempt: makeCountAttempt(config.RATE_LIMITS),
    lull: noticeVisitors(http),
    brand,
  }
  const catalogue = followCatalogue(db, app.lull)
  const watch = watchTroubles({ db, config, log: http.log })
  addDomains(app, guardErp(db, erp), { followed: catalogue, followedBrand, watch })
  for (const feature of features) feature(app)
  http.addHook('onReady', worker.queueRecurring)
  http.addHook('onReady', followedBrand.read)
  const findWarnings = async () => (await watch.troubles()).map(({ text }) => text)
  const { drain } = healthRoutes(http, db, { catalogue, findWarnings })
  unreadableRoute(http)
  openApiRoute(http, endpoints, config.PUBLIC_URL)
  apiReferenceRoute(http, config)
  securityTxtRoute(http, config)
  robotsTxtRoute(http, config)
  policyReportRoute(http, config)
  const payingSources = (address: string) => (isPaymentPage(address) ? providerSources(config) : null)
  await browserRoutes({ http, config, brand, payingSources, pictureAhead: (address) => pictureAhead(db, address) })
  return { http, worker, endpoints, catalogue, followedBrand, watch, drain }
}

/** Every room, and where two meet of which neither may know the other: a function of the one is handed to the other. */
const addDomains = (
  app: App,
  erp: Erp,
  { followed, followedBrand, watch }: { followed: FollowedIndex; followedBrand: FollowedBrand; watch: Watch },
): void => {
  const { config } = app
  auditRoutes(app)
  auditJobs(app, (check) => mailTrailCheck(app, check))
  brandingRoutes(app, followedBrand)
  mailRoutes(app)
  mailJobs(app)
  viewRoutes(app)
  pictureRoutes(app)
  catalogueRoutes(app, equivalentsRefusal)
  catalogueJobs(app)
  inventoryRoutes(app)
  inventoryJobs(app)
  const today = () => businessDay(config.BUSINESS_TIME_ZONE)
  const news: AccountNews = {
    onCustomersGone: removeContractPrices,
    onNumberChanged: (tx, changed) => assignOrders(tx, changed, countOrders),
    onUserMoved: (tx, moved) => moveOrders(tx, moved, countOrders),
    onLicenseRenewed: (tx, renewed) =>
      releaseHeldOrders(tx, { ...renewed, day: today(), reason: 'The license was renewed.' }),
  }
  accountRoutes(app)
  accountJobs(app)
  customerRoutes(app, news)
  customerJobs(app, news)
  customerListRoutes(app, sumCustomers)
  factorRoutes(app)
  peopleRoutes(app)
  noteRoutes(app)
  shipToRoutes(app, (tx, verified) =>
    releaseOrdersTo(tx, { ...verified, day: today(), reason: 'The ship-to address was verified.' }),
  )
  signOnRoutes(app)
  contractPriceRoutes(app, (text, among) => findIds(followed, text, { among }))
  contractPriceJobs(app)
  productEditingRoutes(app, async (text, { isMissed, ...narrowed }) =>
    findIds(followed, text, { ...narrowed, ...(isMissed && { among: new Set(await idsOfMissed(app.db)) }) }),
  )
  searchRoutes(app, followed, (businessId) => orderedBy(app.db, businessId))
  const { db } = app
  recordRoutes(app, [findOrders(db), findInvoices(db), findCustomers(db), findPeople(db)])
  productImportRoutes(app)
  productImportJobs(app)
  orderLimitRoutes(app)
  budgetRoutes(app)
  deliveryRoutes(app)
  orderMethodRoutes(app)
  cartRoutes(app)
  const productsNamed = (text: string) => findNamed(db, followed, text)
  orderRoutes(app, { countOrders, invoicesOfOrder, approvals: approvalsOf(config), findNamed: productsNamed })
  approvalRoutes(app, countOrders)
  approvalJobs(app)
  orderGuideRoutes(app)
  invoiceRoutes(app, {
    fetchPdf: async ({ id }, signal) => (await erp.invoicePdf(id, signal))?.content ?? null,
    paymentOfOrder,
    paymentsOfMonth,
    findNamed: productsNamed,
  })
  invoiceJobs(app, paymentsOfMonth)
  // What is paid in the portal is told to an ERP that has a field for it.
  paymentRoutes(app, { onPaid: (tx, orderId) => queueNotePaid(tx, config, orderId) })
  erpRoutes(app, erp)
  erpJobs(app, {
    erp,
    countOrders,
    onLinked: (tx, orderId) => announceNumber(tx, orderId, config.PUBLIC_URL),
  })
  recommendationJobs(app)
  reportRoutes(app, followed, watch.troubles)
  reportJobs(app)
  purgeJobs(app)
}

const bothTo = (alsoLog: (line: string) => void) => ({
  write: (line: string) => {
    process.stderr.write(line)
    alsoLog(line)
  },
})

/** What the proxy calls the request, so that its log and ours speak of the same; nothing that could be more than a name. */
const idOfProxy = (given: string | string[] | undefined): string | null =>
  typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : null

const serverOptions = (config: Config, alsoLog: Parts['alsoLog']): FastifyHttpOptions<Server> => ({
  logController: new LogController({ disableRequestLogging: true }),
  // It stands in the log, in the trail and in what a user is told of a failure, for all processes.
  genReqId: ({ headers }) => (config.TRUST_PROXY > 0 ? idOfProxy(headers['x-request-id']) : null) ?? randomUUID(),
  logger: {
    level: config.LOG_LEVEL,
    stream: alsoLog ? bothTo(alsoLog) : process.stderr,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.pass', '*.otp', '*.key', '*.token'],
    serializers: {
      req: ({ method, url, ip }) => ({ method, path: maskAddresses(url), ip }),
      err: maskError,
    },
  },
  trustProxy: (_address, hop) => hop < config.TRUST_PROXY,
  bodyLimit: 256 * 1024,
  rewriteUrl: ({ url }) => readableAddress(url),
  clientErrorHandler: answerBroken(headersFor(config)),
  // JSON filters travel in paths and query values.
  routerOptions: { maxParamLength: mostOfPart, caseSensitive: true, ignoreTrailingSlash: true },
  requestTimeout: 15_000,
  // A silent database is found out first, so that its 503 is still heard.
  connectionTimeout: mostSilenceMilliseconds + 10_000,
  // Longer than proxies keep idle connections (Caddy: 120 s), or a request could be sent on a connection that is closing.
  keepAliveTimeout: 130_000,
  forceCloseConnections: 'idle',
  // What comes on a connection that is kept is answered, too, while the others end.
  return503OnClosing: false,
  http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000 },
})
