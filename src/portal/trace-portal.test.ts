import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { startTestPortal } from './testing.ts'
import { tracePortal } from './trace-portal.ts'

const received = new Map<string, string>()
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    received.set(request.url ?? '', body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
collector.listen(0, '127.0.0.1')
await once(collector, 'listening')
after(() => collector.close())

test('requests, jobs and log lines reach a collector as part of the proxy’s trace', async () => {
  const { port } = collector.address() as AddressInfo
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${port}`
  after(() => delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'])
  const traces = tracePortal({ OTEL_TRACES_SAMPLER_ARG: 1, TRUST_PROXY: 1 })
  const { traceRequests, aroundJob } = traces
  const portal = await startTestPortal({ environment: { TRUST_PROXY: '1' }, features: [traceRequests], aroundJob })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, 'x-request-id': 'of-the-proxy-1' }
  await portal.send({ method: 'GET', url: '/api/products/search?query=secret', headers })
  await portal.send({ method: 'GET', url: '/api/products/categories', headers: { 'x-request-id': 'no good id\u0007' } })
  await portal.worker.queueRecurring()
  await portal.worker.drain()
  traces.log(JSON.stringify({ level: 30, time: Date.now(), msg: 'request completed', reqId: 'of-the-proxy-1' }))
  await traces.close()

  const spans = received.get('/v1/traces') ?? ''
  for (const part of ['GET /api/products/search', traceId, 'of-the-proxy-1', 'job portal.purge', 'service.name'])
    assert.ok(spans.includes(part), part)
  assert.doesNotMatch(spans, /secret|no good id/)
  assert.match(received.get('/v1/logs') ?? '', /request completed.*of-the-proxy-1/)
})
