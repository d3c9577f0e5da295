import pg from 'pg'

const [invalidPassword, invalidAuthorization, noSuchDatabase] = ['28P01', '28000', '3D000']

const awayCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]

/** Of a name that leads to several addresses each failed by itself. */
const codeOf = (error: Error): string => {
  const [one] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return one instanceof Error && 'code' in one ? String(one.code) : ''
}

/** A connection that could not be opened, and no file that is missing. */
const isAway = (error: Error): boolean => {
  const [one] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return (
    one instanceof Error &&
    'syscall' in one &&
    awayCodes.includes(codeOf(error)) &&
    /^(connect|getaddrinfo|read)$/.test(String(one.syscall))
  )
}

/** A connection is made, and then nothing comes: the driver's words, and those of its pool. */
const isSilent = ({ message }: Error): boolean =>
  /^(?:timeout expired|timeout exceeded when trying to connect|Connection terminated due to connection timeout|The database has been silent for .*)$/.test(
    message,
  )

/** One sentence for an operator where the database does not let the portal in; null for any other error. */
export const explainRefusal = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  // The driver's own words name no setting.
  if (/client password must be a/.test(error.message))
    return 'The database requires a password: add it to DATABASE_URL, and to MIGRATION_DATABASE_URL if set.'
  if (isAway(error))
    return `The database does not answer (${codeOf(error)}): make sure it is running, and check DATABASE_URL and MIGRATION_DATABASE_URL.`
  if (isSilent(error))
    return 'The database does not answer in time: make sure it is running, and check DATABASE_URL and MIGRATION_DATABASE_URL.'
  const isRefused =
    error instanceof pg.DatabaseError &&
    [invalidPassword, invalidAuthorization, noSuchDatabase].includes(error.code ?? '')
  return isRefused
    ? `The database refuses the connection: ${error.message}. Check DATABASE_URL and MIGRATION_DATABASE_URL.`
    : null
}
