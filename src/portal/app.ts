import type { Server } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyHttpOptions } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import { accountRoutes } from '#accounts/routes.ts'
import { auditJobs } from '#audit/jobs.ts'
import { auditRoutes } from '#audit/routes.ts'
import { catalogueJobs } from '#catalogue/jobs.ts'
import { catalogueRoutes } from '#catalogue/routes.ts'
import { guardErp } from '#erp/gateway/guard-erp.ts'
import { erpJobs } from '#erp/jobs.ts'
import { erpRoutes } from '#erp/routes.ts'
import type { Erp } from '#erp/gateway/erp.ts'
import { queueNotePaid } from '#erp/export/note-paid.ts'
import { invoiceRoutes } from '#invoices/routes.ts'
import { mailJobs } from '#mail/jobs.ts'
import { mailRoutes } from '#mail/routes.ts'
import { announceNumber } from '#orders/announce-number.ts'
import { orderRoutes } from '#orders/routes.ts'
import { reportJobs } from '#reports/jobs.ts'
import { reportRoutes } from '#reports/routes.ts'
import { paymentRoutes } from '#payments/routes.ts'
import { viewRoutes } from '#saved-views/routes.ts'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import { answerError } from '#platform/http/errors.ts'
import { floodGuard } from '#platform/http/flood-guard.ts'
import { healthRoutes } from '#platform/http/health.ts'
import { type CountAttempt, makeCountAttempt } from '#platform/http/limits.ts'
import { openApiRoute } from '#platform/http/openapi.ts'
import { answerFromCache, makePageCache, type PageCache } from '#platform/http/page-cache.ts'
import { makeServe, refuseRoutesWithoutAccess, type Serve } from '#platform/http/serve.ts'
import { makeServeFile, type ServeFile } from '#platform/http/serve-file.ts'
import { browserRoutes, headersFor } from '#platform/http/static.ts'
import { type AddJob, makeWorker, type Worker } from '#platform/jobs/worker.ts'

/** What a feature is given. */
export interface App {
  config: Config
  db: Db
  erp: Erp
  http: FastifyInstance
  log: FastifyBaseLogger
  serve: Serve
  serveFile: ServeFile
  /** Declares a background act; what runs it and when is the worker's business. */
  job: AddJob
  countAttempt: CountAttempt
  pages: PageCache
}

export interface Portal {
  http: FastifyInstance
  worker: Worker
  pages: PageCache
  endpoints: readonly Endpoint[]
}

/** Where the ERP's news meets the orders: neither domain knows the other's screens or letters. */
const erpFeature = (app: App) =>
  erpJobs(app, { onLinked: (tx, orderId) => announceNumber(tx, orderId, app.config.PUBLIC_URL) })

/** What is paid in the portal is told to an ERP that has a field for it. */
const paymentFeature = (app: App) =>
  paymentRoutes(app, { onPaid: (tx, orderId) => queueNotePaid(tx, app.config, orderId) })

const features = [
  accountRoutes,
  auditRoutes,
  auditJobs,
  catalogueRoutes,
  catalogueJobs,
  orderRoutes,
  paymentFeature,
  invoiceRoutes,
  viewRoutes,
  mailRoutes,
  mailJobs,
  erpFeature,
  erpRoutes,
  reportRoutes,
  reportJobs,
]

/** The whole portal on one database, not yet listening. */
export const buildPortal = async ({
  config,
  db,
  erp,
  checksReplies = false,
}: Pick<App, 'config' | 'db' | 'erp'> & {
  /** Whether an answer that is not what its schema says fails. */
  checksReplies?: boolean
}): Promise<Portal> => {
  const http = Fastify(serverOptions(config))
  refuseRoutesWithoutAccess(http)
  http.setErrorHandler(answerError)
  floodGuard(http, config)

  const endpoints: Endpoint[] = []
  const worker = makeWorker(db, http.log)
  const pages = makePageCache(headersFor(config))
  answerFromCache(http, pages)
  const app: App = {
    config,
    db,
    erp: guardErp(db, erp),
    http,
    log: http.log,
    serve: makeServe(http, { db, pages, checksReplies }, endpoints),
    serveFile: makeServeFile(http, db, endpoints),
    job: worker.add,
    countAttempt: makeCountAttempt(config.RATE_LIMITS),
    pages,
  }
  for (const feature of features) feature(app)
  http.addHook('onReady', worker.queueRecurring)
  healthRoutes(app)
  openApiRoute(app, endpoints)
  await browserRoutes(app)
  return { http, worker, pages, endpoints }
}

const serverOptions = ({ LOG_LEVEL, TRUST_PROXY }: Config): FastifyHttpOptions<Server> => ({
  logger: {
    level: LOG_LEVEL,
    stream: process.stderr,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.pass', '*.otp', '*.key', '*.token'],
    serializers: {
      req: ({ method, url, ip }) => ({ method, path: withoutAddresses(url), ip }),
    },
  },
  trustProxy: (_address, hop) => hop < TRUST_PROXY,
  bodyLimit: 256 * 1024,
  // JSON filters travel in paths and query values.
  routerOptions: { maxParamLength: 12_000, caseSensitive: true, ignoreTrailingSlash: true },
  requestTimeout: 15_000,
  connectionTimeout: 20_000,
  keepAliveTimeout: 5_000,
  forceCloseConnections: 'idle',
  http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000 },
})

/** Logs name no person: query values are dropped and addresses in paths masked. */
const withoutAddresses = (url: string): string => (url.split('?')[0] ?? '').replaceAll(/[^/]*(@|%40)[^/]*/gi, '<email>')
