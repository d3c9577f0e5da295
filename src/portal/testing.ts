import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after } from 'node:test'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import type * as z from 'zod/mini'
import type { Endpoint, Sent } from '#shared/endpoint.ts'
import { openSession } from '#identity/open-session.ts'
import type { Erp } from '#erp/gateway/erp.ts'
import { connectErp } from '#erp/connect-erp.ts'
import { accountNumber } from '#shared/account-number.ts'
import { businessDay, dayAfter } from '#shared/business-day.ts'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import { addBusiness, isOfBusiness } from '#customers/business/write-business.ts'
import { saveTimeZone } from '#reports/save-time-zone.ts'
import { buildPortal, type Portal } from './app.ts'
import { type Config, readConfig } from '#platform/config.ts'
import { connect, type Database, transaction } from '#platform/db/connect.ts'
import { addRole } from '#platform/db/add-role.ts'
import { portalRole } from '#platform/db/grant-access.ts'
import { startEmbedded } from '#platform/embedded-postgres/embedded.ts'
import type { Connection } from '#platform/embedded-postgres/postmaster.ts'
import { migrate } from '#platform/db/migrate.ts'
import type { Db, NewRow, Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { testPostgresFolder } from '#platform/embedded-postgres/testing-place.ts'

const root = resolve(import.meta.dirname, '../..')

export interface TestReply<T> {
  status: number
  body: T & { message?: string }
  raw: LightMyRequestResponse
}

export interface TestPortal extends Portal {
  db: Db
  config: Config
  /** Connection to the database, for a second portal or process. */
  connection: pg.PoolConfig
  /** The superuser's pool, for what the portal's role may not do. */
  owner: pg.Pool
  /** A date of the business, relative to today. */
  day(offset?: number): string
  /** The time of day some calendar days ago, also across daylight saving changes. */
  daysAgo(days: number): Date
  /** An account with an active session; pass its token with `as`. */
  addUser(facts?: AccountFacts): Promise<TestUser>
  /** A call by its contract, for valid input. */
  call<E extends Endpoint>(endpoint: E, ...sent: CallArguments<E>): Promise<TestReply<z.output<E['reply']>>>
  /** Any request, for invalid input. */
  send(request: InjectOptions & { as?: Caller | null }): Promise<TestReply<Record<string, unknown>>>
}

type Caller = Pick<TestUser, 'token'>

export interface TestUser {
  _id: string
  businessId: string
  email: string
  token: string
}

type Options = { as?: Caller | null; headers?: Record<string, string> }
interface LooseParts {
  params?: Record<string, unknown>
  query?: Record<string, string>
  body?: object
}
type CallArguments<E extends Endpoint> = keyof Sent<E> extends never ? [options?: Options] : [sent: Sent<E> & Options]

interface TestPortalOptions extends Pick<Parameters<typeof buildPortal>[0], 'features' | 'aroundJob'> {
  environment?: Record<string, string>
  erp?: Erp
}

/**
 * Starts a portal on a new database, cloned from a migrated template. Call it at the top of a test file; it stops with
 * the file.
 */
export const startTestPortal = async ({
  environment = {},
  erp,
  ...watched
}: TestPortalOptions = {}): Promise<TestPortal> => {
  const database = await cloneDatabase()
  const DATA_DIR = join(tmpdir(), String(database.connection.database))
  const config = readConfig({
    DEMO: '1',
    LOG_LEVEL: 'silent',
    PORT: '0',
    RATE_LIMITS: '0',
    DATA_DIR,
    TRAIL_KEY: 'a-key-of-the-tests-and-of-nothing-else',
    ...environment,
  })
  await saveTimeZone(database.db, config.BUSINESS_TIME_ZONE)
  const portal = await buildPortal({
    config,
    db: database.db,
    erp: erp ?? connectErp(config),
    checksReplies: true,
    ...watched,
  })
  after(async () => {
    await portal.worker.stop()
    await portal.http.close()
    await database.remove()
    await rm(DATA_DIR, { recursive: true, force: true })
  })
  const send: TestPortal['send'] = async ({ as, headers, ...request }) => {
    const raw = await portal.http.inject({
      ...request,
      headers: { ...headers, ...(as && { authorization: `Bearer ${as.token}` }) },
    })
    return { status: raw.statusCode, body: bodyOf(raw), raw }
  }
  return {
    ...portal,
    db: database.db,
    config,
    connection: database.connection,
    owner: database.owner,
    day: (offset = 0) => dayAfter(businessDay(config.BUSINESS_TIME_ZONE), offset),
    daysAgo: (days) => daysAgo(config.BUSINESS_TIME_ZONE, days),
    addUser: (facts) => addUser(database.db, facts),
    send,
    call: async (endpoint, ...[sent]) => {
      const { params = {}, query, body, as = null, headers = {} } = (sent ?? {}) as Options & LooseParts
      const answered = await send({
        method: endpoint.method,
        url: fill(endpoint.path, params),
        as,
        headers,
        ...(query && { query }),
        ...(body !== undefined && { payload: body }),
      })
      // The server's reply guard validated the body with this contract.
      return answered as TestReply<z.output<(typeof endpoint)['reply']>>
    },
  }
}

/** An ID without vowels, so that searches for names or numbers never match it: `ada` is hexadecimal, too. */
const consonants = (id: string): string =>
  id.replaceAll(/[0-9a-f]/g, (digit) => 'bcdfghjklmnpqrst'[Number.parseInt(digit, 16)] ?? '')

const hour = 3_600_000

const daysAgo = (timeZone: string, days: number): Date => {
  const day = dayAfter(businessDay(timeZone), -days)
  const moments = [0, hour, -hour].map((shift) => new Date(Date.now() - days * 24 * hour + shift))
  const moment = moments.find((each) => businessDay(timeZone, each) === day)
  assert.ok(moment)
  return moment
}

const bodyOf = (raw: LightMyRequestResponse): Record<string, unknown> => {
  const isJson = String(raw.headers['content-type'] ?? '').includes('json')
  return isJson && raw.body ? raw.json<Record<string, unknown>>() : {}
}

const fill = (path: string, params: Record<string, unknown>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** Some fields of a user. */
export type AccountFacts = Partial<NewRow<'user_account'> & Omit<Row<'account'>, keyof Row<'user_account'>>>

let accountsMade = 0

/**
 * Adds an active customer of a new business by default. Accounts with the same number share a business; an account
 * waiting for approval only claims the number.
 */
const addUser = async (db: Db, facts: AccountFacts = {}): Promise<TestUser> => {
  const id = newId()
  const shown = {
    email: `user-${consonants(id)}@test.example`,
    name: 'Test',
    last_name: 'Buyer',
    company_name: 'Test Pharmacy',
    is_active: true,
    email_proven_at: new Date(),
    license: 'PH-1',
    shipto_name: 'Test Pharmacy',
    shipto_address1: '1 Main Street',
    shipto_city: 'Boston',
    shipto_state: 'MA',
    shipto_zip: '02101',
    shipto_country: 'US',
    account_number: facts.is_admin || facts.is_sales_rep ? '' : String(9_000_000 + ++accountsMade),
    ...facts,
  }
  const { email } = shown
  const business_id = await transaction(db, async (tx) => {
    const ofBusiness = facts.business_id ?? (await businessOf(tx, shown, facts.account_number !== undefined))
    const person = Object.fromEntries(
      Object.entries(shown).filter(([column]) => !isOfBusiness(column) && column !== 'account_number'),
    ) as Omit<NewRow<'user_account'>, 'id'>
    await tx
      .insertInto('user_account')
      .values({ ...person, id, business_id: ofBusiness })
      .execute()
    return ofBusiness
  })
  const token = await openSession(db, { userId: id, ip: '127.0.0.1', userAgent: 'test' })
  return { _id: id, businessId: business_id, email, token }
}

const businessOf = async (
  tx: Tx,
  { account_number, ...shown }: AccountFacts,
  mayBeShared: boolean,
): Promise<string> => {
  const number = accountNumber(account_number ?? '')
  const facts = Object.fromEntries(Object.entries(shown).filter(([column]) => isOfBusiness(column)))
  if (!shown.is_active && !shown.is_admin && !shown.is_sales_rep)
    return addBusiness(tx, { ...facts, status: 'requested', claimed_account_number: number })
  // Businesses with unique numbers need no lock.
  const known = mayBeShared ? await lockBusinesses(tx, { id: null, number }) : null
  return known ?? addBusiness(tx, { ...facts, status: 'active', account_number: number })
}

interface ClonedDatabase extends Database {
  /** Connects as the portal's role. */
  connection: pg.PoolConfig
  /** Connects as the superuser who owns the tables, on first use. */
  owner: pg.Pool
  remove(): Promise<void>
}

/** Creates a database with all migrations applied in a few hundredths of a second. */
export const cloneDatabase = async (): Promise<ClonedDatabase> => {
  const server = await startEmbedded(testPostgresFolder, { durable: false })
  const template = await templateDatabase(server.connection)
  const name = `test_${newId().replaceAll('-', '')}`
  const tablespace = process.env['TEST_TABLESPACE'] && `tablespace ${process.env['TEST_TABLESPACE']}`
  // WAL of the copied data would be most of the cost.
  await administer(server.connection, (admin) =>
    admin.query(`create database ${name} template ${template} strategy file_copy ${tablespace || ''}`),
  )
  const owner = connect({ ...server.connection, database: name, min: 0 }, 2)
  const connection = { ...server.connection, user: portalRole, database: name }
  // On a busy machine fifty concurrent requests can wait for a connection longer than production allows.
  const database = connect({ ...connection, connectionTimeoutMillis: 60_000 }, 10)
  return {
    ...database,
    connection,
    owner: owner.pool,
    remove: async () => {
      await database.close()
      await owner.close()
      await administer(server.connection, (admin) => admin.query(`drop database if exists ${name} with (force)`))
      await server.stop()
    },
  }
}

const templateLock = 7_204_992

const templateDatabase = (server: Connection): Promise<string> =>
  administer(server, async (admin) => {
    const name = `granted_${await migrationsHash()}`
    await admin.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return name
    await addRole(admin, { user: portalRole })
    const unfinished = `${name}_new`
    await admin.query(`drop database if exists ${unfinished} with (force)`)
    await admin.query(`create database ${unfinished}`)
    await migrate(new pg.Pool({ ...server, database: unfinished }), portalRole)
    await admin.query(`alter database ${unfinished} rename to ${name}`)
    return name
  })

const migrationsHash = async (): Promise<string> => {
  const hash = createHash('sha256')
  const folder = resolve(root, 'migrations')
  for (const name of (await readdir(folder)).toSorted()) hash.update(name).update(await readFile(resolve(folder, name)))
  return hash.digest('hex').slice(0, 16)
}

const administer = async <T>(server: pg.ClientConfig, work: (admin: pg.Client) => Promise<T>): Promise<T> => {
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
