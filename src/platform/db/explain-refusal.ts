import pg from 'pg'

const [invalidPassword, invalidAuthorization, noSuchDatabase] = ['28P01', '28000', '3D000']

/** One sentence for an operator where the database does not let the portal in; null for any other error. */
export const explainRefusal = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  // The driver's own words name no setting.
  if (/client password must be a/.test(error.message))
    return 'The database asks for a password: write it into DATABASE_URL, and into MIGRATION_DATABASE_URL where that is set.'
  const isRefused =
    error instanceof pg.DatabaseError &&
    [invalidPassword, invalidAuthorization, noSuchDatabase].includes(error.code ?? '')
  return isRefused
    ? `The database refuses the connection: ${error.message}. Check DATABASE_URL and MIGRATION_DATABASE_URL.`
    : null
}
