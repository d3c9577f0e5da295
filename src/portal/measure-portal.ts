import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { orders } from '#orders/contract.ts'
import type { App } from '#platform/feature.ts'
import { type AroundJob, Postponed } from '#platform/jobs/worker.ts'
import { builtVersion as version } from '#platform/version.ts'
import { issueKinds } from '#reports/list-issues.ts'
import type { Watch } from './watch-issues.ts'

interface Measures {
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

interface Sample {
  metric: string
  labels: Record<string, string>
  value: number
}

const maxMilliseconds = 2_000
const keptMilliseconds = 5_000

/** Gauges read from the database on scrape, cached for seconds and with a timeout, to keep orders fast. */
const addDatabaseGauges = (pool: Promise<pg.Pool>, registry: Registry): void => {
  let asked: { at: number; samples: Promise<Sample[] | null> } | null = null
  const samplesNow = () => {
    if (!asked || Date.now() - asked.at > keptMilliseconds)
      asked = { at: Date.now(), samples: within(readSamples(pool)) }
    return asked.samples
  }
  new Gauge({
    name: 'apotheca_database_up',
    help: '1 if the database answered this scrape.',
    registers: [registry],
    collect: async function () {
      this.set((await samplesNow()) === null ? 0 : 1)
    },
  })
  for (const [name, { help, labelNames }] of Object.entries(gauges))
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect: async function () {
        this.reset()
        for (const { metric, labels, value } of (await samplesNow()) ?? []) if (metric === name) this.set(labels, value)
      },
    })
}

/** A frozen database may take longer than a scrape waits. */
const within = (samples: Promise<Sample[]>): Promise<Sample[] | null> =>
  Promise.race([samples.catch(() => null), pause(maxMilliseconds, null, { ref: false })])

const readSamples = async (pool: Promise<pg.Pool>): Promise<Sample[]> => {
  const client = await (await pool).connect()
  try {
    await client.query(`begin read only; set local statement_timeout = ${maxMilliseconds}`)
    const { rows } = await client.query<Sample>(allSamples)
    return rows
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

const gauges = {
  apotheca_jobs: { help: 'Jobs in the queue.', labelNames: ['kind', 'state'] },
  apotheca_jobs_oldest_seconds: { help: 'How long the oldest of them has been due.', labelNames: ['kind', 'state'] },
  apotheca_orders: { help: 'Orders that the ERP does not have yet.', labelNames: ['state'] },
  apotheca_orders_oldest_seconds: { help: 'How long ago the oldest of them was placed.', labelNames: ['state'] },
  apotheca_mails_waiting: { help: 'Emails not accepted by a mail server yet.', labelNames: [] },
  apotheca_mails_oldest_seconds: { help: 'How long the oldest of them has waited.', labelNames: [] },
  apotheca_erp_circuit_open: { help: '1 while calls to the ERP are paused.', labelNames: [] },
  apotheca_erp_exceptions: { help: 'Exceptions on the Sync page waiting for staff.', labelNames: [] },
  apotheca_erp_sync_age_seconds: { help: 'Time since the last complete sync.', labelNames: ['kind'] },
} as const

/** All reads use partial indexes of unfinished work, so their cost does not grow with history. */
const allSamples = `
  with jobs as (
    select kind, case
        when failed_at is not null then 'failed'
        when locked_until >= now() then 'running'
        when run_at > now() then 'later'
        else 'due'
      end as state, count(*) as count, greatest(0, max(extract(epoch from now() - run_at))) as oldest
    from job group by 1, 2
  ), unsent as (
    select erp_state as state, count(*) as count, max(extract(epoch from now() - created_at)) as oldest
    from sales_order
    where deleted_at is null and erp_state in ('waiting', 'sending', 'unknown')
    group by 1
    union all
    select erp_state, count(*), max(extract(epoch from now() - created_at))
    from sales_order
    where deleted_at is null and erp_state in ('rejected', 'conflict', 'unknown', 'held') and erp_state <> 'unknown'
    group by 1
  ), mails as (
    select count(*) as count, coalesce(max(extract(epoch from now() - created_at)), 0) as oldest
    from mail where sent_at is null
  )
  select metric, labels, value::float8 from (
    select 'apotheca_jobs' as metric, jsonb_build_object('kind', kind, 'state', state) as labels, count as value from jobs
    union all select 'apotheca_jobs_oldest_seconds', jsonb_build_object('kind', kind, 'state', state), oldest from jobs
    union all select 'apotheca_orders', jsonb_build_object('state', state), count from unsent
    union all select 'apotheca_orders_oldest_seconds', jsonb_build_object('state', state), oldest from unsent
    union all select 'apotheca_mails_waiting', '{}', count from mails
    union all select 'apotheca_mails_oldest_seconds', '{}', oldest from mails
    union all select 'apotheca_erp_circuit_open', '{}', (opened_at is not null)::int from erp_circuit
    union all select 'apotheca_erp_exceptions', '{}', count(*) from erp_exception where cleared_at is null
    union all select 'apotheca_erp_sync_age_seconds', jsonb_build_object('kind', kind), extract(epoch from now() - finished_at)
      from erp_sync where finished_at is not null
  ) sample`
