import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { until } from '#erp/testing-simulator.ts'
import { startEmbedded } from '#platform/embedded-postgres/embedded.ts'
import { testPostgresFolder } from '#platform/embedded-postgres/testing-place.ts'
import { connect } from '#platform/db/connect.ts'
import { excessRightsOf } from '#platform/db/check-role.ts'
import { cloneDatabase, startTestPortal } from './testing.ts'
import { answerCommand, openPortal, runCommand } from './testing-installation.ts'
import { databaseUrl } from './testing-process.ts'

const folder = await mkdtemp(join(tmpdir(), 'apotheca-roles-'))
after(() => rm(folder, { recursive: true, force: true }))

const signsIn = async (address: string): Promise<number> => {
  const { status } = await fetch(`${address}/api/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@acme.example', password: 'violet-anchor-17' }),
  })
  return status
}

describe('the portal’s database role', () => {
  it('owns nothing, and cannot change or empty the trail', async () => {
    const { db } = await startTestPortal()
    assert.equal(await excessRightsOf(db), null)
    const forbidden = { code: '42501' }
    for (const statement of [
      `update audit_entry set action = 'nothing'`,
      'delete from audit_entry',
      'truncate audit_entry cascade',
      `update audit_link set hash = ''`,
      'delete from audit_link',
      'alter table audit_entry disable trigger audit_entry_guard',
      'drop trigger audit_entry_guard on audit_entry',
      'set session_replication_role = replica',
      'set role postgres',
      'create table notes ()',
      `insert into migration (name, checksum) values ('0000', '')`,
    ])
      await assert.rejects(sql.raw(statement).execute(db), forbidden, statement)
  })

  it('with excessive rights is reported in one sentence, or refused', async () => {
    const { owner, connection, remove } = await cloneDatabase()
    after(remove)
    const { user: superuser } = owner.options
    const asSuperuser = connect({ ...connection, user: superuser }, 1)
    after(asSuperuser.close)
    assert.match(
      (await excessRightsOf(asSuperuser.db)) ?? '',
      /^The database role "postgres" is a superuser, so [^.]*\(docs\/deployment\.md, "Two roles"\)\.$/,
    )
    const DATABASE_URL = databaseUrl({ ...connection, user: superuser })
    const environment = { DATABASE_URL, DEMO: '0', DATA_DIR: folder }
    await assert.rejects(openPortal({ ...environment, REFUSE_OWNER: '1' }), /is a superuser/)
    await (await openPortal(environment)).stop()
  })
})

describe('an external PostgreSQL', () => {
  it('is set up, used, backed up and restored by two roles', async () => {
    const server = await startEmbedded(testPostgresFolder, { durable: false })
    const admin = new pg.Client({ ...server.connection, database: 'postgres' })
    await admin.connect()
    const name = `walls_${randomUUID().replaceAll('-', '')}`
    after(async () => {
      for (const database of [name, `${name}_two`])
        await admin.query(`drop database if exists ${database} with (force)`)
      for (const role of ['_portal', '_owner']) await admin.query(`drop role if exists ${name}${role}`)
      await admin.end()
      await server.stop()
    })
    await admin.query(`create role ${name}_owner login createrole`)
    const environmentOf = async (database: string) => {
      await admin.query(`create database ${database} owner ${name}_owner`)
      const as = (user: string) => databaseUrl({ ...server.connection, database, user })
      return { DEMO: '0', DATA_DIR: folder, owner: as(`${name}_owner`), DATABASE_URL: as(`${name}_portal`) }
    }
    const { owner, ...portal } = await environmentOf(name)

    await assert.rejects(openPortal(portal), /role .* does not exist/)
    const { stdout } = await runCommand({ ...portal, MIGRATION_DATABASE_URL: owner }, 'set-up-database')
    assert.match(stdout, /^Created the role walls_\w+\.\nThe database is ready\. Its role owns nothing/)

    await answerCommand('violet-anchor-17\n', portal, 'create-admin', 'ann@acme.example', 'Ann Lee')
    const running = await openPortal({ ...portal, REFUSE_OWNER: '1' })
    assert.equal(await signsIn(running.address), 200)
    await runCommand(portal, 'backup', join(folder, 'walls.backup'))
    await running.stop()

    const { owner: otherOwner, ...other } = await environmentOf(`${name}_two`)
    await runCommand({ ...other, MIGRATION_DATABASE_URL: otherOwner }, 'restore', join(folder, 'walls.backup'))
    const restored = await openPortal({ ...other, REFUSE_OWNER: '1' })
    assert.equal(await signsIn(restored.address), 200)
    await restored.stop()
  })

  it('that the role may not migrate is left unchanged, with one sentence of advice', async () => {
    const { owner, connection, remove } = await cloneDatabase()
    after(remove)
    await owner.query('drop schema public cascade; create schema public')
    const environment = { DATABASE_URL: databaseUrl(connection), DEMO: '0', DATA_DIR: folder }
    await assert.rejects(openPortal(environment), ({ message }: Error) => {
      assert.match(message, /^The tables of this database .* `npm run portal -- set-up-database` [^\n]*\.$/)
      return true
    })
  })
})

describe('the embedded PostgreSQL', () => {
  it('is used by a role that owns nothing from the first start', async () => {
    const data = await mkdtemp(join(tmpdir(), 'apotheca-own-'))
    // As root the server runs as nobody, and would move out of a folder it cannot enter.
    await chmod(data, 0o711)
    const running = await openPortal({ DEMO: '0', DATA_DIR: data, DATABASE_URL: '' })
    const cluster = await startEmbedded(join(data, 'postgres'))
    const admin = new pg.Client({ ...cluster.connection, database: 'apotheca' })
    after(async () => {
      await admin.end()
      await running.stop()
      await cluster.stop()
      await rm(data, { recursive: true })
    })
    assert.equal((await stat(join(data, 'trail.key'))).mode & 0o777, 0o600)
    await admin.connect()
    const roles = async () => {
      const { rows } = await admin.query<{ role: string }>(
        `select distinct usename as role from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      return rows.map(({ role }) => role).join()
    }
    // The connection that created the tables may still be closing.
    await until(async () => (await roles()) === 'apotheca_portal', 'only the portal’s own role is connected')
  })
})
