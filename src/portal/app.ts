import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyHttpOptions, LogController } from 'fastify'
import { room as audit } from '#audit/room.ts'
import { exportLines } from '#billing/invoices/export-lines.ts'
import { findInvoices, invoicesOfOrder } from '#billing/invoices/find-records.ts'
import { isPaymentPage, providerSources } from '#billing/payments/provider-hosts.ts'
import { room as billing } from '#billing/room.ts'
import { room as branding } from '#branding/room.ts'
import { type SyncedBrand, syncBrand } from '#branding/sync-brand.ts'
import { room as cart } from '#cart/room.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import { pictureToPreload } from '#catalog/preload-picture.ts'
import { room as catalog } from '#catalog/room.ts'
import { room as colleagues } from '#colleagues/room.ts'
import { recordApplicant } from '#compliance/licenses/record-applicant.ts'
import { room as compliance } from '#compliance/room.ts'
import type { AccountHooks } from '#customers/account-hooks.ts'
import { equivalentsRefusal } from '#customers/change-equivalents.ts'
import { findCustomers, findPeople } from '#customers/find-records.ts'
import { room as customers } from '#customers/room.ts'
import { closeException, reportException } from '#erp/report-exception.ts'
import { queueNotePaid } from '#erp/export/note-paid.ts'
import type { Erp } from '#erp/gateway/erp.ts'
import { guardErp } from '#erp/gateway/guard-erp.ts'
import { room as erpRoom } from '#erp/room.ts'
import { room as files } from '#files/room.ts'
import { room as fulfillment } from '#fulfillment/room.ts'
import { findCaller } from '#identity/find-caller.ts'
import { room as identity } from '#identity/room.ts'
import { productImport } from '#imports/contract.ts'
import { room as imports } from '#imports/room.ts'
import { room as mail } from '#mail/room.ts'
import { room as orderingRules } from '#ordering-rules/room.ts'
import { announceNumber } from '#orders/announce-number.ts'
import { assignOrders, moveOrders } from '#orders/assign-orders.ts'
import { findOrders } from '#orders/history/find-orders.ts'
import { applyAfterReview, refuseAfterReview } from '#order-changes/apply-change.ts'
import { room as orderChanges } from '#order-changes/room.ts'
import { endReviewHold, recheckHolds } from '#orders/release-orders.ts'
import { room as orders } from '#orders/room.ts'
import type { Config } from '#platform/config.ts'
import { maxSilenceMilliseconds } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import type { App } from '#platform/feature.ts'
import { forgetFullDisk } from '#platform/full-disk.ts'
import { answerBroken, maxPathPartLength, readableAddress, unreadableRoute } from '#platform/http/answer-broken.ts'
import { apiReferenceRoute } from '#platform/http/api-reference.ts'
import type { FindCaller } from '#platform/http/bearer.ts'
import { answerError } from '#platform/http/errors.ts'
import { floodGuard } from '#platform/http/flood-guard.ts'
import { healthRoutes } from '#platform/http/health.ts'
import { makeCheckLimits, makeCountAttempt } from '#platform/http/limits.ts'
import { logRequests } from '#platform/http/log-requests.ts'
import { maskAddresses, maskError } from '#platform/http/mask-addresses.ts'
import { openApiRoute } from '#platform/http/openapi.ts'
import { headersFor } from '#platform/http/page-policy.ts'
import { policyReportRoute } from '#platform/http/policy-reports.ts'
import { robotsTxtRoute } from '#platform/http/robots-txt.ts'
import { securityTxtRoute } from '#platform/http/security-txt.ts'
import { makeServeFile } from '#platform/http/serve-file.ts'
import { makeServe, refuseRoutesWithoutAccess } from '#platform/http/serve.ts'
import { shrinkAnswers } from '#platform/http/shrink-answers.ts'
import { browserRoutes } from '#platform/http/static.ts'
import { takeTextOnlyAt } from '#platform/http/take-text.ts'
import { type AroundJob, makeWorker, type Worker } from '#platform/jobs/worker.ts'
import { removeContractPrices } from '#pricing/replace-prices.ts'
import { room as pricing } from '#pricing/room.ts'
import { room as productAdmin } from '#product-admin/room.ts'
import { purchasePolicyOf } from '#purchasing/apply-policy.ts'
import { room as purchasing } from '#purchasing/room.ts'
import { room as reordering } from '#reordering/room.ts'
import { countOrders } from '#reports/count-orders.ts'
import { stoppedReturns } from '#returns/list-stopped.ts'
import { countRecords } from '#reports/count-records.ts'
import { idsOfMissed } from '#reports/list-attention.ts'
import { room as reports } from '#reports/room.ts'
import { totalCustomers } from '#reports/total-customers.ts'
import { findIds } from '#search/find-ids.ts'
import { type CatalogIndex, syncCatalogIndex } from '#search/index/sync-catalog-index.ts'
import { closeCredited } from '#returns/close-returns.ts'
import { room as returns } from '#returns/room.ts'
import { room as search } from '#search/room.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { reportInvoiceLoss, reportReturnLoss } from '#recalls/losses/report-loss.ts'
import { room as recalls } from '#recalls/room.ts'
import { room as retention } from '#retention/room.ts'
import { room as traceability } from '#traceability/room.ts'
import { room as views } from '#views/room.ts'
import { mailTrailCheck } from './mail-trail-check.ts'
import { purgeJobs } from './purge-records.ts'
import { type Watch, watchIssues } from './watch-issues.ts'

export interface Portal {
  http: FastifyInstance
  worker: Worker
  endpoints: readonly Endpoint[]
  catalogue: CatalogIndex
  followedBrand: SyncedBrand
  watch: Watch
  /** Makes /readyz fail so that load balancers stop sending requests; the server still answers until it is closed. */
  drain(): void
}

export type Feature = (app: App) => void

interface Parts {
  config: Config
  db: Db
  erp: Erp
  /** Additional routes besides those of the rooms. */
  features?: readonly Feature[]
  aroundJob?: AroundJob
  /** Receives each log line in addition to standard error. */
  alsoLog?: ((line: string) => void) | null
  /** Whether a response that does not match its schema fails. */
  checksReplies?: boolean
}

/** Builds the whole portal on one database, without listening yet. */
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
  // Registered first, so that refusals have the headers, too.
  http.addHook('onRequest', async (_request, reply) => {
    void reply.headers(headers)
  })
  await floodGuard(http, config)
  await shrinkAnswers(http)
  takeTextOnlyAt(http, productImport.importProducts.path)

  const endpoints: Endpoint[] = []
  const worker = makeWorker(db, http.log, aroundJob)
  const callerOf: FindCaller = (token, orderingFor) => findCaller(db, { token, orderingFor }, config)
  const followedBrand = await syncBrand(config, db)
  const brand = followedBrand.now
  const countAttempt = makeCountAttempt(config.RATE_LIMITS)
  const serving = {
    findCaller: callerOf,
    checkLimits: makeCheckLimits(db, countAttempt),
    checksReplies,
    timeZone: config.BUSINESS_TIME_ZONE,
  }
  const app: App = {
    config,
    db,
    http,
    log: http.log,
    serve: makeServe(http, serving, endpoints),
    serveFile: makeServeFile(http, serving, endpoints),
    job: worker.add,
    countAttempt,
    brand,
  }
  const catalogue = syncCatalogIndex(db)
  const watch = watchIssues({ db, config, log: http.log })
  openRooms(app, guardErp(db, erp), { followed: catalogue, followedBrand, watch })
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
  await browserRoutes({ http, config, brand, payingSources, pictureAhead: (address) => pictureToPreload(db, address) })
  return { http, worker, endpoints, catalogue, followedBrand, watch, drain }
}

/** Opens all rooms in the order of the wings. A lower room receives functions of upper rooms through its ports. */
const openRooms = (
  app: App,
  erp: Erp,
  { followed, followedBrand, watch }: { followed: CatalogIndex; followedBrand: SyncedBrand; watch: Watch },
): void => {
  const { config, db } = app
  const news: AccountHooks = {
    onCustomersGone: removeContractPrices,
    onGroupChanged: (tx) => noteCatalogChange(tx, []),
    onNumberChanged: (tx, changed) => assignOrders(tx, changed, countOrders),
    onUserMoved: (tx, moved) => moveOrders(tx, moved, countOrders),
    onLicenseChanged: (tx, businessId, by) => recheckHolds(tx, config, { businessId, by }),
    onSignedUp: recordApplicant,
  }

  audit(app, { onTrailChecked: (check) => mailTrailCheck(app, check) })
  mail(app)
  views(app)
  branding(app, { followed: followedBrand })
  files(app)

  identity(app)
  customers(app, { news, factsOf: totalCustomers, countsOf: countRecords })
  colleagues(app, {
    onShipToVerified: (tx, { businessId }, by) => recheckHolds(tx, config, { businessId, by }),
  })

  catalog(app, { equivalentsRefusal })
  pricing(app, { findAmong: (text, among) => findIds(followed, text, { among }) })
  productAdmin(app, {
    findProducts: async (text, { isMissed, ...narrowed }) =>
      findIds(followed, text, { ...narrowed, ...(isMissed && { among: new Set(await idsOfMissed(db)) }) }),
  })
  const { findNamed } = search(app, {
    followed,
    finders: [findOrders(db), findInvoices(db), findCustomers(db), findPeople(db)],
  })
  imports(app)

  orderingRules(app)
  compliance(app, {
    onLicenseChanged: (tx, businessId, by) => recheckHolds(tx, config, { businessId, by }),
    onDispelled: async (tx, orderId, by) => {
      await endReviewHold(tx, config, { orderId, by })
      await applyAfterReview(tx, { config, countOrders, reportException }, { orderId, by })
    },
    onReported: (tx, orderId, by) => refuseAfterReview(tx, config, { orderId, by }),
  })
  cart(app)
  fulfillment(app, { reportException, closeException })
  orders(app, { countOrders, invoicesOfOrder, exportLines, policy: purchasePolicyOf(config), findNamed })
  orderChanges(app, { countOrders, reportException, isErpConnected: erp.isConnected })
  purchasing(app, { countOrders })
  reordering(app)

  billing(app, {
    fetchPdf: async ({ id }, signal) => (await erp.invoicePdf(id, signal))?.content ?? null,
    findNamed,
    onQuestion: reportInvoiceLoss(config),
    // Payments in the portal are reported to the ERP if it has a field for them.
    onPaid: (tx, orderId) => queueNotePaid(tx, config, orderId),
  })
  erpRoom(app, {
    erp,
    countOrders,
    onLinked: (tx, orderId) => announceNumber(tx, orderId, config.PUBLIC_URL),
    onCredits: (tx, creditIds) => closeCredited(tx, creditIds, config.PUBLIC_URL),
  })
  traceability(app)
  recalls(app, { countOrders, stoppedReturns })
  retention(app)
  returns(app, { onControlledLoss: reportReturnLoss(config) })
  reports(app, { followed, listTroubles: watch.troubles })

  purgeJobs(app)
}

const bothTo = (alsoLog: (line: string) => void) => ({
  write: (line: string) => {
    process.stderr.write(line)
    alsoLog(line)
  },
})

/** Adopts the proxy's request ID, so that both logs match; rejects anything that is not a plain ID. */
const idOfProxy = (given: string | string[] | undefined): string | null =>
  typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : null

const serverOptions = (config: Config, alsoLog: Parts['alsoLog']): FastifyHttpOptions<Server> => ({
  logController: new LogController({ disableRequestLogging: true }),
  // The ID appears in the log, in the audit trail and in error messages to users, across all processes.
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
  routerOptions: { maxParamLength: maxPathPartLength, caseSensitive: true, ignoreTrailingSlash: true },
  requestTimeout: 15_000,
  // Longer than a silent database is detected, so that the 503 still reaches the client.
  connectionTimeout: maxSilenceMilliseconds + 10_000,
  // Longer than proxies keep idle connections (Caddy: 120 s), so that they don't send a request on a connection that is
  // closing.
  keepAliveTimeout: 130_000,
  forceCloseConnections: 'idle',
  // Requests on kept-alive connections are still answered while the server closes.
  return503OnClosing: false,
  http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000 },
})
