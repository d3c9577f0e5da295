import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, beforeEach, describe, it } from 'node:test'
import { cloneDatabase } from '#portal/testing.ts'
import { root } from '../root.ts'
import { allMigrations, migrate, migrateWithin, UnfitDatabase } from './migrate.ts'

const { owner: pool, connection, remove } = await cloneDatabase()
after(remove)

const names = await allMigrations()

const tables = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by name`,
  )
  return rows.map(({ name }) => name)
}

/** Refuses with one sentence and changes nothing. */
const refuses = async (sentence: RegExp): Promise<void> => {
  const before = await tables()
  await assert.rejects(migrate(pool), (error: Error) => {
    assert.ok(error instanceof UnfitDatabase)
    assert.match(error.message, sentence)
    assert.doesNotMatch(error.message, /\.\s|\n/)
    return true
  })
  assert.deepEqual(await tables(), before)
}

// The clone has this version; each test undoes its changes.
describe('the migrations of a database that does not fit', () => {
  it('refuse a database of a newer version', async () => {
    await pool.query(`insert into migration (name, checksum) values ('9999-orders.sql', '')`)
    await refuses(/newer version.*9999-orders\.sql/)
    await pool.query(`delete from migration where name = '9999-orders.sql'`)
  })

  it('refuse to continue if an applied file was edited', async () => {
    const { rows } = await pool.query('select checksum from migration where name = $1', [names[3]])
    const set = (checksum: string) =>
      pool.query('update migration set checksum = $1 where name = $2', [checksum, names[3]])
    await set('0'.repeat(64))
    await refuses(new RegExp(`${names[3]} was edited.*new file`))
    await set(rows[0].checksum)
  })

  it('that don’t fit stop the start with one sentence', async () => {
    await pool.query(`insert into migration (name, checksum) values ('9999-orders.sql', '')`)
    const { host, port, database } = connection
    const DATABASE_URL = `postgres://postgres@localhost/${database}?host=${encodeURIComponent(String(host))}&port=${port}`
    const child = spawn(process.execPath, ['src/portal/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, DATABASE_URL, DEMO: '0', PORT: '0', LOG_LEVEL: 'silent' },
    })
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    assert.match(said, /^This database .*9999-orders\.sql[^\n]*\.\n$/)
    assert.equal(code, 1)
  })
})

describe('the migrations of an empty or old database', () => {
  beforeEach(() => pool.query('drop schema public cascade; create schema public'))

  it('are applied once and recorded with their checksums', async () => {
    assert.deepEqual(await migrate(pool), names)
    assert.deepEqual(await migrate(pool), [])
    const { rows } = await pool.query<{ name: string; checksum: string }>('select name, checksum from migration')
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), names)
    for (const { checksum } of rows) assert.match(checksum, /^[0-9a-f]{64}$/)
  })

  it('continue from an older version', async () => {
    const client = await pool.connect()
    await migrateWithin(client, names.slice(0, -2))
    client.release()
    assert.deepEqual(await migrate(pool), names.slice(-2))
  })

  it('refuse a database of an older build', async () => {
    await pool.query(`create table migration (name text primary key, applied_at timestamptz not null default now());
      insert into migration (name) values ('0001-accounts.sql'), ('0002-catalogue.sql'); create table user_account ()`)
    await refuses(/older build.*0001-accounts\.sql.*DATA_DIR.*empty database.*DATABASE_URL/)
  })

  it('refuse a database from before rooms had a single file', async () => {
    await pool.query(`create table migration (name text primary key, checksum text not null);
      insert into migration (name, checksum) values ('0001-platform.sql', ''), ('0002-audit.sql', ''),
        ('0003-mail.sql', ''), ('0004-businesses.sql', ''), ('0005-accounts.sql', ''), ('0094-approvals.sql', '')`)
    await refuses(/older build.*0004-businesses\.sql.*DATA_DIR.*empty database.*DATABASE_URL/)
  })
})
