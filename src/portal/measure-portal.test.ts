import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { after, before, describe, it, test } from 'node:test'
import type pg from 'pg'
import { connect } from '#platform/db/connect.ts'
import { newId } from '#platform/db/new-id.ts'
import { measurePortal } from './measure-portal.ts'
import { serveMetrics } from './serve-metrics.ts'
import { startTestPortal } from './testing.ts'

const { promise: opening, resolve: opened } = Promise.withResolvers<pg.Pool>()
const { registry, measureRequests, measureTroubles, aroundJob } = measurePortal(opening)
const portal = await startTestPortal({ features: [measureRequests], aroundJob })
const database = connect(portal.connection, 2)
opened(database.pool)
after(database.close)

const scrape = async (): Promise<string> => {
  const server = await serveMetrics(registry, { port: 0, host: '127.0.0.1' })
  const text = await (await fetch(server.address)).text()
  assert.equal((await fetch(new URL('/', server.address))).status, 404)
  await server.close()
  return text
}

describe('the Prometheus metrics', () => {
  let told = ''
  before(async () => {
    await portal.send({ method: 'GET', url: '/api/products/search?query=wanted' })
    await portal.send({ method: 'POST', url: '/api/orders', payload: {} })
    const failed = { kind: 'mail.send', lane: 'mail.0', failed_at: new Date() }
    await portal.db
      .insertInto('job')
      .values({ id: newId(), ...failed })
      .execute()
    await portal.worker.queueRecurring()
    await portal.worker.drain()
    measureTroubles(portal.watch.counted)
    await portal.watch.look()
    told = await scrape()
  })

  it('count requests by route pattern, without names', () => {
    assert.match(told, /request_duration_seconds_count\{method="GET",route="\/api\/products\/search",status="200"\} 1/)
    assert.match(told, /request_duration_seconds_count\{method="POST",route="\/api\/orders",status="401"\} 1/)
    assert.match(told, /^apotheca_orders_placed_total 0$/m)
    assert.doesNotMatch(told, /wanted/)
  })

  it('show the state of the database: jobs, orders, emails and the ERP', () => {
    assert.match(told, /^apotheca_database_up 1$/m)
    assert.match(told, /^apotheca_jobs\{kind="mail\.send",state="failed"\} 1$/m)
    assert.match(told, /^apotheca_jobs_ended_total\{kind="portal\.purge",outcome="postponed"\} 1$/m)
    assert.match(told, /^apotheca_erp_circuit_open 0$/m)
    assert.match(told, /^apotheca_mails_waiting 0$/m)
    assert.match(told, /^apotheca_troubles\{kind="jobs"\} 1$/m)
    assert.match(told, /^apotheca_troubles\{kind="backup"\} 0$/m)
    assert.match(told, /^apotheca_pool_connections\{state="busy"\} \d$/m)
    assert.match(told, /^nodejs_eventloop_lag_p99_seconds /m)
  })
})

test('dashboard and alerts use existing metrics', async () => {
  const known = new Set((await registry.getMetricsAsJSON()).map(({ name }) => name))
  const files = await Array.fromAsync(glob('deploy/{grafana,prometheus}/*'))
  assert.ok(files.length >= 2)
  for (const file of files) {
    const named = (await readFile(file, 'utf8')).match(/\b(?:apotheca|nodejs|process)_\w+/g) ?? []
    assert.ok(named.length > 5, file)
    for (const name of named) assert.ok(known.has(name.replace(/_(?:bucket|count|sum)$/, '')), `${name} in ${file}`)
  }
})

test('a scrape succeeds while the database is down', async () => {
  const nowhere = connect({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 1_000 }, 1)
  const { registry: lonely } = measurePortal(Promise.resolve(nowhere.pool))
  assert.match(await lonely.metrics(), /^apotheca_database_up 0$/m)
  await nowhere.close()
})
