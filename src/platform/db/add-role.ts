import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'

export interface Login {
  user: string
  password?: string | undefined
}

/** Creates a login role without privileges, unless it exists. */
export const addRole = async (client: pg.ClientBase, { user, password }: Login): Promise<boolean> => {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [user])
  if (rowCount) return false
  const secret = password ? ` password ${pg.escapeLiteral(verifierOf(password))}` : ''
  try {
    await client.query(`create role ${pg.escapeIdentifier(user)} login${secret}`)
    return true
  } catch (error) {
    const [exists, raced] = ['42710', '23505']
    if (error instanceof pg.DatabaseError && [exists, raced].includes(error.code ?? '')) return false
    throw error
  }
}

/** The SCRAM-SHA-256 verifier that PostgreSQL stores, so that no statement log contains the password. */
const verifierOf = (password: string): string => {
  const [rounds, salt] = [4_096, randomBytes(16)]
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}
