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

/** A host name with several addresses fails with one error per address. */
const codeOf = (error: Error): string => {
  const [one] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return one instanceof Error && 'code' in one ? String(one.code) : ''
}

/** A failed connection, as opposed to a missing file. */
const isAway = (error: Error): boolean => {
  const [one] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return (
    one instanceof Error &&
    'syscall' in one &&
    awayCodes.includes(codeOf(error)) &&
    /^(connect|getaddrinfo|read)$/.test(String(one.syscall))
  )
}

/** Messages of the driver and its pool for a connection that never answers. */
const isSilent = ({ message }: Error): boolean =>
  /^(?:timeout expired|timeout exceeded when trying to connect|Connection terminated due to connection timeout|The database has been silent for .*)$/.test(
    message,
  )

/** Explains in one sentence why the database refuses the portal; null for any other error. */
export const explainRefusal = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  // The driver's message names no setting.
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
