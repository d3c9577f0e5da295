import { flag, matching, number, setting, textSetting, url } from './shape-settings.ts'

/** Settings for monitoring and for load balancers. */
export const watchSettings = {
  DRAIN_SECONDS: setting(
    '0',
    number(0, 60),
    'Seconds that a stopping process still answers while /readyz returns 503: twice the health check interval of the load balancer.',
  ),
  METRICS_PORT: setting(
    '',
    matching(/^\d{0,5}$/, 'a port'),
    'Port for Prometheus metrics at /metrics; off when empty.',
  ),
  METRICS_HOST: setting(
    '127.0.0.1',
    textSetting,
    'Address that METRICS_PORT listens on; must not be reachable from the internet.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    '',
    url('http:', 'https:'),
    'Collector for traces and logs by OTLP over HTTP (JSON); off when empty. Other OpenTelemetry settings (OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_EXPORTER_OTLP_HEADERS …) apply as well.',
  ),
  API_REFERENCE: setting('1', flag, '0 turns off the API reference at /api/docs.'),
  OTEL_TRACES_SAMPLER_ARG: setting('1', number(0, 1), 'Share of requests and jobs that are traced.'),
}
