import type pg from 'pg'
import type { Config } from '#platform/config.ts'
import type { AroundJob } from '#platform/jobs/worker.ts'
import type { Feature } from './app.ts'
import type { Watch } from './watch-issues.ts'

export interface Observation {
  features: Feature[]
  aroundJob: AroundJob
  measureTroubles(counted: Watch['counted']): void
  /** Receives each log line in addition to standard error. */
  log: ((line: string) => void) | null
  close(): Promise<void>
}

const plainly: AroundJob = (_kind, run) => run()

/** Starts metrics and traces if the settings enable them; otherwise their code is not even loaded. */
export const observePortal = async (config: Config, pool: Promise<pg.Pool>): Promise<Observation> => {
  const metrics = config.METRICS_PORT === '' ? null : await startMetrics(config, pool)
  const traces = config.OTEL_EXPORTER_OTLP_ENDPOINT ? await startTraces(config) : null
  const [measure, span] = [metrics?.aroundJob ?? plainly, traces?.aroundJob ?? plainly]
  return {
    features: [...(metrics ? [metrics.measureRequests] : []), ...(traces ? [traces.traceRequests] : [])],
    aroundJob: (kind, run) => measure(kind, () => span(kind, run)),
    measureTroubles: metrics?.measureTroubles ?? (() => {}),
    log: traces && traces.log,
    close: async () => {
      await metrics?.close()
      await traces?.close()
    },
  }
}

const startMetrics = async ({ METRICS_PORT, METRICS_HOST }: Config, pool: Promise<pg.Pool>) => {
  const [{ measurePortal }, { serveMetrics }] = await Promise.all([
    import('./measure-portal.ts'),
    import('./serve-metrics.ts'),
  ])
  const measures = measurePortal(pool)
  const { close } = await serveMetrics(measures.registry, { port: Number(METRICS_PORT), host: METRICS_HOST })
  return { ...measures, close }
}

const startTraces = async (config: Config) => (await import('./trace-portal.ts')).tracePortal(config)
