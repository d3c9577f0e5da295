import { flag, matching, number, setting, text, url } from './shape-settings.ts'

/** By which an operator sees what happens, and a balancer what is about to. */
export const watchSettings = {
  DRAIN_SECONDS: setting(
    '0',
    number(0, 60),
    'Seconds in which a process that is told to stop still answers while /readyz says 503: twice the interval in which the balancer asks.',
  ),
  METRICS_PORT: setting(
    '',
    matching(/^\d{0,5}$/, 'a port'),
    'Port on which /metrics tells Prometheus how the portal does; off when empty.',
  ),
  METRICS_HOST: setting('127.0.0.1', text, 'Address that port listens on; nothing that the world reaches.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    '',
    url('http:', 'https:'),
    'Collector that is sent traces and the log by OTLP over HTTP (JSON); off when empty. Other settings of OpenTelemetry (OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_EXPORTER_OTLP_HEADERS …) hold as well.',
  ),
  API_REFERENCE: setting('1', flag, '0 serves no page at /api/docs on which the API can be read and tried.'),
  OTEL_TRACES_SAMPLER_ARG: setting('1', number(0, 1), 'Share of requests and jobs that are traced.'),
}
