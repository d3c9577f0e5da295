const names = ['SMTP_URL', 'DATABASE_URL', 'MIGRATION_DATABASE_URL', 'UPLOADS', 'BACKUP_TO', 'TRACE_BUCKET'] as const
/** OpenTelemetry reads the last two directly from the environment. */
const collectors = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
]

type Addresses = Record<(typeof names)[number], string>

/** The setting that connects to another machine without TLS, which would expose passwords, prices and licenses. */
export const plaintextIn = ({
  SMTP_URL,
  DATABASE_URL,
  MIGRATION_DATABASE_URL,
  UPLOADS,
  BACKUP_TO,
  TRACE_BUCKET,
}: Addresses): string | null => {
  const plain = {
    SMTP_URL: isPlainMail(SMTP_URL),
    DATABASE_URL: isPlainDatabase(DATABASE_URL),
    MIGRATION_DATABASE_URL: isPlainDatabase(MIGRATION_DATABASE_URL),
    UPLOADS: isPlainStore(UPLOADS),
    BACKUP_TO: isPlainStore(BACKUP_TO),
    TRACE_BUCKET: isPlainStore(TRACE_BUCKET),
  }
  const remedies = {
    SMTP_URL: 'write smtps://, or add ?requireTLS=true',
    DATABASE_URL: 'add ?sslmode=verify-full',
    MIGRATION_DATABASE_URL: 'add ?sslmode=verify-full',
    UPLOADS: 'use an https endpoint',
    BACKUP_TO: 'use an https endpoint',
    TRACE_BUCKET: 'use an https endpoint',
  }
  const name = names.find((one) => plain[one])
  return name
    ? `Setting ${name}: connects to another machine without TLS; ${remedies[name]}, or set ALLOW_PLAINTEXT=1 in a private network.`
    : null
}

/** The same check for trace and log collectors: log lines name callers, and headers may contain a password. */
export const plainCollectorIn = (environment: Record<string, string | undefined>): string | null => {
  const name = collectors.find((one) => {
    const url = URL.parse(environment[one] ?? '')
    return url?.protocol === 'http:' && !isLoopback(url.hostname)
  })
  return name
    ? `Setting ${name}: connects to another machine without TLS; use an https address, or set ALLOW_PLAINTEXT=1 in a private network.`
    : null
}

const isPlainMail = (address: string): boolean => {
  const url = URL.parse(address)
  return url?.protocol === 'smtp:' && !isLoopback(url.hostname) && url.searchParams.get('requireTLS') !== 'true'
}

const isPlainDatabase = (address: string): boolean => {
  const url = URL.parse(address)
  if (!url) return false
  const host = decodeURIComponent(url.searchParams.get('host') ?? url.hostname)
  const isNear = host === '' || host.startsWith('/') || isLoopback(host)
  return !isNear && !['require', 'verify-ca', 'verify-full'].includes(url.searchParams.get('sslmode') ?? '')
}

const isPlainStore = (address: string): boolean => {
  const endpoint = URL.parse(URL.parse(address)?.searchParams.get('endpoint') ?? '')
  return endpoint?.protocol === 'http:' && !isLoopback(endpoint.hostname)
}

export const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host)
