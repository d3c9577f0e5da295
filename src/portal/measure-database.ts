import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

interface Sample {
  metric: string
  labels: Record<string, string>
  value: number
}

const maxMilliseconds = 2_000
const keptMilliseconds = 5_000

/**
 * Gauges read from the database on scrape, cached for a few seconds and with a timeout, so that scraping does not slow
 * orders down.
 */
export const addDatabaseGauges = (pool: Promise<pg.Pool>, registry: Registry): void => {
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
