// Creates the template for the portal of every journey file: a database with the demo data that no portal has used yet,
// and the books of the ERP simulator. Prints where both are.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import { fillDemo } from '../demo/fill-demo.ts'
import { addRole } from '#platform/db/add-role.ts'
import { connect } from '#platform/db/connect.ts'
import { portalRole } from '#platform/db/grant-access.ts'
import { migrate } from '#platform/db/migrate.ts'
import type { Connection } from '#platform/embedded-postgres/postmaster.ts'
import { testFolder } from '#platform/embedded-postgres/testing-place.ts'
import { businessDay } from '#shared/business-day.ts'
import { settings } from '#platform/settings.ts'
import { ownerRole } from './template.ts'

const root = resolve(import.meta.dirname, '..')
const prefix = 'demo_'
const lock = 7_204_993

/** The inputs of the demo: tables, data, all code that may take part in loading them, and the day it counts from. */
const hashOfSources = async (): Promise<string> => {
  const hash = createHash('sha256').update(businessDay(settings.BUSINESS_TIME_ZONE.byDefault))
  hash.update(await readFile(resolve(root, 'dist/built-of')))
  for (const folder of ['migrations', 'demo'])
    for (const entry of (await readdir(resolve(root, folder), { withFileTypes: true, recursive: true })).toSorted(
      byPath,
    ))
      if (entry.isFile()) hash.update(entry.name).update(await readFile(resolve(entry.parentPath, entry.name)))
  return hash.digest('hex').slice(0, 16)
}

const byPath = (one: { parentPath: string; name: string }, other: { parentPath: string; name: string }): number =>
  resolve(one.parentPath, one.name) < resolve(other.parentPath, other.name) ? -1 : 1

const fill = async (server: Connection, database: string, books: string): Promise<void> => {
  const owner = new pg.Pool({ ...server, user: ownerRole, database, max: 1 })
  await migrate(owner, portalRole)
  const portal = connect({ ...server, user: portalRole, database, min: 0 }, 2)
  await fillDemo(portal.db, books)
  await portal.close()
  await owner.query('analyze')
  await owner.end()
}

/** Removes templates of other days and sources, and incomplete ones. */
const removeOlder = async (admin: pg.Client): Promise<void> => {
  const { rows } = await admin.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { name } of rows) {
    await admin.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    await rm(booksOf(name), { recursive: true, force: true })
  }
}

const booksOf = (name: string): string => testFolder(name)

const server = JSON.parse(process.argv[2] ?? '') as Connection
const name = `${prefix}${await hashOfSources()}`
const admin = new pg.Client({ ...server, database: 'postgres' })
await admin.connect()
await admin.query('select pg_advisory_lock($1)', [lock])
const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
if (!rowCount || !existsSync(booksOf(name))) {
  await removeOlder(admin)
  for (const user of [ownerRole, portalRole]) await addRole(admin, { user })
  const fresh = `${name}_new`
  await admin.query(`create database ${fresh} owner ${ownerRole}`)
  await fill(server, fresh, booksOf(fresh))
  await rename(booksOf(fresh), booksOf(name))
  await admin.query(`alter database ${fresh} rename to ${name}`)
}
await admin.end()
process.stdout.write(`${JSON.stringify({ database: name, books: resolve(booksOf(name), 'initial.json') })}\n`)
