import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { orders } from '#orders/contract.ts'
import type { App } from '#platform/feature.ts'
import { type AroundJob, Postponed } from '#platform/jobs/worker.ts'
import { builtVersion as version } from '#platform/version.ts'
import { issueKinds } from '#reports/list-issues.ts'
import { addDatabaseGauges } from './measure-database.ts'
import type { Watch } from './watch-issues.ts'

export interface Measures {
  registry: Registry
  /** A portal feature that counts requests. */
  measureRequests(app: Pick<App, 'http'>): void
  /** Reports the number of operator issues of the last check. */
  measureTroubles(counted: Watch['counted']): void
  aroundJob: AroundJob
}

const latencies = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Prometheus metrics: requests and jobs as they end, the database on scrape. */
export const measurePortal = (pool: Promise<pg.Pool>): Measures => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({ name: 'apotheca_info', help: 'Always 1.', labelNames: ['version'], registers }).set({ version }, 1)
  addPoolGauges(pool, registry)
  addDatabaseGauges(pool, registry)
  return {
    registry,
    measureRequests: requestsIn(registry),
    measureTroubles: issuesIn(registry),
    aroundJob: jobsIn(registry),
  }
}

/** Labeled by route pattern, so that no label contains a person or product. */
const requestsIn = (registry: Registry): Measures['measureRequests'] => {
  const registers = [registry]
  const answered = new Histogram({
    name: 'apotheca_http_request_duration_seconds',
    help: 'Duration of requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: latencies,
    registers,
  })
  const placed = new Counter({
    name: 'apotheca_orders_placed_total',
    help: 'Orders that this process took.',
    registers,
  })
  const placing = [orders.place, orders.placeFor].map(({ method, path, status }) => `${method} ${path} ${status}`)
  return ({ http }) =>
    void http.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime }) => {
      const route = routeOptions.url ?? 'none'
      answered.observe({ method, route, status }, elapsedTime / 1_000)
      if (placing.includes(`${method} ${route} ${status}`)) placed.inc()
    })
}

const issuesIn = (registry: Registry): Measures['measureTroubles'] => {
  let counted: Watch['counted'] = () => null
  new Gauge({
    name: 'apotheca_troubles',
    help: 'Issues for the operator, as seen by this process.',
    labelNames: ['kind'],
    registers: [registry],
    collect: function () {
      const last = counted()
      if (last) for (const kind of issueKinds) this.set({ kind }, last.get(kind) ?? 0)
    },
  })
  return (given) => {
    counted = given
  }
}

const jobsIn = (registry: Registry): AroundJob => {
  const registers = [registry]
  const labelNames = ['kind', 'outcome'] as const
  const ended = new Counter({
    name: 'apotheca_jobs_ended_total',
    help: 'Jobs that this process ran.',
    labelNames,
    registers,
  })
  return async (kind, run) => {
    try {
      await run()
      ended.inc({ kind, outcome: 'done' })
    } catch (error) {
      ended.inc({ kind, outcome: error instanceof Postponed ? 'postponed' : 'failed' })
      throw error
    }
  }
}

const addPoolGauges = (opening: Promise<pg.Pool>, registry: Registry): void => {
  new Gauge({
    name: 'apotheca_pool_connections',
    help: 'Connections to PostgreSQL that this process holds.',
    labelNames: ['state'],
    registers: [registry],
    collect: async function () {
      const pool = await opening
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: 'apotheca_pool_waiting',
    help: 'Requests waiting for a connection.',
    registers: [registry],
    collect: async function () {
      this.set((await opening).waitingCount)
    },
  })
}
