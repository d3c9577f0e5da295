import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '#platform/config.ts'
import type { App } from '#platform/feature.ts'
import { type AroundJob, Postponed } from '#platform/jobs/worker.ts'
import { builtVersion as version } from '#platform/version.ts'

export interface Traces {
  traceRequests(app: Pick<App, 'http'>): void
  aroundJob: AroundJob
  /** Exports a log line. */
  log(line: string): void
  /** Flushes what is not exported yet. */
  close(): Promise<void>
}

/** Exports traces and logs to an OTLP collector, set by OpenTelemetry's standard environment variables. */
export const tracePortal = (config: Pick<Config, 'OTEL_TRACES_SAMPLER_ARG' | 'TRUST_PROXY'>): Traces => {
  const named = resourceFromAttributes({ 'service.name': 'apotheca', 'service.version': version })
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }))
  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const logs = new LoggerProvider({
    resource,
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })],
  })
  const tracer = traces.getTracer('apotheca')
  const logger = logs.getLogger('apotheca')

  const traceRequests: Traces['traceRequests'] = ({ http }) => {
    const spans = new WeakMap<object, Span>()
    http.addHook('onRequest', async (request) => {
      const { method, routeOptions, headers, id } = request
      const route = routeOptions.url ?? 'none'
      const attributes = { 'http.request.method': method, 'http.route': route, 'apotheca.request_id': id }
      const from = config.TRUST_PROXY > 0 ? contextOf(headers['traceparent']) : ROOT_CONTEXT
      spans.set(request, tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, from))
    })
    http.addHook('onResponse', async (request, { statusCode }) => {
      const span = spans.get(request)
      span?.setAttribute('http.response.status_code', statusCode)
      if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    })
  }

  const aroundJob: AroundJob = async (kind, run) => {
    const span = tracer.startSpan(`job ${kind}`, { kind: SpanKind.CONSUMER })
    try {
      await run()
    } catch (error) {
      if (!(error instanceof Postponed)) span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    traceRequests,
    aroundJob,
    log: (line) => logger.emit(recordOf(line)),
    close: async () => void (await Promise.allSettled([traces.shutdown(), logs.shutdown()])),
  }
}

/** The proxy's trace context. */
const contextOf = (traceparent: string | string[] | undefined): Context => {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(traceparent)) ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, parent)
}

/** Pino levels are multiples of ten, OpenTelemetry's steps of four: 30 becomes 9, INFO. */
const recordOf = (line: string) => {
  const { level, time, msg, reqId, ...rest } = JSON.parse(line) as Record<string, unknown>
  return {
    severityNumber: Math.max(1, Math.min(24, (Number(level) / 10) * 4 - 3)),
    timestamp: Number(time),
    body: typeof msg === 'string' ? msg : '',
    attributes: { ...(typeof reqId === 'string' && { 'apotheca.request_id': reqId }), facts: JSON.stringify(rest) },
  }
}
