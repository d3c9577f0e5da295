import { resolve } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import { superviseEmbedded } from '../embedded-postgres/embedded.ts'
import { addRole, type Login } from './add-role.ts'
import { connect, type Database } from './connect.ts'
import { portalRole } from './grant-access.ts'
import type { Db, Tables } from './tables.ts'

/** A database with a pool of the tables' owner, for migrations and restores, never for requests. */
export interface OwnedDatabase extends Database {
  owner: pg.Pool
  /** The portal's role, if the tables have another owner. */
  grantee: string | null
}

/** Opens DATABASE_URL, or starts or joins the embedded PostgreSQL. Calls `underway` when only waiting is left. */
export const openDatabase = async (config: Config, underway = () => {}): Promise<OwnedDatabase> => {
  if (config.DATABASE_URL) {
    underway()
    const database = connect({ connectionString: config.DATABASE_URL }, config.DATABASE_POOL)
    return { ...database, ...ownerOf(config, database.pool) }
  }
  const embedded = await superviseEmbedded(resolve(config.DATA_DIR, 'postgres'), { underway, user: portalRole })
  const where = { ...embedded.connection, database: 'apotheca' }
  const database = connect({ ...where, user: portalRole }, config.DATABASE_POOL)
  if (await isMissing(database.pool)) await create(embedded.connection, where.database)
  return {
    ...database,
    owner: new pg.Pool({ ...where, max: 1 }),
    grantee: portalRole,
    close: async () => {
      await database.close()
      await embedded.stop()
    },
  }
}

// Never queried as a pool: migrations and restores open a connection with its options.
const ownerOf = ({ DATABASE_URL, MIGRATION_DATABASE_URL }: Config, pool: pg.Pool) =>
  MIGRATION_DATABASE_URL
    ? { owner: new pg.Pool({ connectionString: MIGRATION_DATABASE_URL, max: 1 }), grantee: loginOf(DATABASE_URL).user }
    : { owner: pool, grantee: null }

/** The login in a connection string, as the driver parses it. */
export const loginOf = (connectionString: string): Login => {
  const { user, password } = new pg.Client({ connectionString })
  return { user: user ?? '', password }
}

/** A database handle that can be used before the database is open; queries wait. */
export const openLater = (opening: Promise<Database>): Db =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: async () => (await opening).pool }) })

const [noSuchDatabase, noSuchRole] = ['3D000', '28000']

const isMissing = async (pool: pg.Pool): Promise<boolean> => {
  try {
    await pool.query('select')
    return false
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    if ([noSuchDatabase, noSuchRole].includes(error.code ?? '')) return true
    throw error
  }
}

const create = async (server: pg.ClientConfig, name: string): Promise<void> => {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    await addRole(client, { user: portalRole })
    await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    const exists = '42P04'
    const raced = '23505'
    if (!(error instanceof pg.DatabaseError) || ![exists, raced].includes(error.code ?? '')) throw error
  } finally {
    await client.end()
  }
}
