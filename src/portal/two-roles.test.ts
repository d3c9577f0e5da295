import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { startEmbedded } from '#platform/embedded-postgres/embedded.ts'
import { command } from './commands.ts'

const page = await readFile(resolve(import.meta.dirname, '../../docs/deployment.md'), 'utf8')
const [, section = ''] = /^## Two roles\n(.*?)^## /ms.exec(page) ?? []
const blockOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(section)?.[1] ?? ''

const folder = await mkdtemp(join(tmpdir(), 'apotheca-roles-'))
const server = await startEmbedded(join(folder, 'postgres'), { durable: false })
after(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const filled = (text: string): string =>
  text
    .replaceAll('<owner password>', 'owner-pass-1')
    .replaceAll('<portal password>', 'portal-pass-2')
    .replaceAll('@db.example/', '@localhost/')
    .replaceAll('?sslmode=verify-full', `?host=${encodeURIComponent(server.connection.host)}`)

const addressIn = (name: string): string =>
  new RegExp(`^export ${name}='(.*)'$`, 'm').exec(filled(blockOf('sh')))?.[1] ?? ''

const run = async (environment: Record<string, string>, ...args: string[]) => {
  const said: string[] = []
  const take = (text: string) => void said.push(text)
  const code = await command(
    args,
    { DEMO: '0', DATA_DIR: folder, ...environment },
    { input: Readable.from([]), out: take, err: take },
  )
  return { code, said: said.join('') }
}

describe('the setup with two roles of docs/deployment.md', () => {
  const DATABASE_URL = addressIn('DATABASE_URL')
  const MIGRATION_DATABASE_URL = addressIn('MIGRATION_DATABASE_URL')

  it('creates roles and tables, and the portal’s role owns nothing', async () => {
    const admin = new pg.Client({ ...server.connection, database: 'postgres' })
    await admin.connect()
    // Requires passwords, like an external PostgreSQL.
    const [access] = (await admin.query<{ hba_file: string }>('show hba_file')).rows
    await writeFile(access?.hba_file ?? '', 'local all postgres trust\nlocal all all scram-sha-256\n')
    await admin.query('select pg_reload_conf()')
    for (const statement of filled(blockOf('sql')).split(';')) if (statement.trim()) await admin.query(statement)
    await admin.end()
    const { code, said } = await run({ DATABASE_URL, MIGRATION_DATABASE_URL }, 'set-up-database')
    assert.deepEqual(
      [code, said.split('\n').slice(0, 2)],
      [
        0,
        [
          'Created the role apotheca_portal.',
          'The database is ready. Its role owns nothing and cannot change the audit trail.',
        ],
      ],
    )
  })

  it('backs up as the portal, and verifies the backup as the owner', async () => {
    const file = join(folder, 'first.backup')
    assert.equal((await run({ DATABASE_URL }, 'backup', file)).code, 0)
    const { code, said } = await run({ DATABASE_URL, MIGRATION_DATABASE_URL }, 'verify-backup', file)
    assert.equal(code, 0, said)
  })

  it('names the setting to fix if a password is wrong or missing', async () => {
    const wrong = DATABASE_URL.replace('portal-pass-2', 'guess')
    const missing = DATABASE_URL.replace(':portal-pass-2', '')
    for (const [address, sentence] of [
      [wrong, /^The database refuses the connection: password authentication failed .*DATABASE_URL/],
      [missing, /^The database requires a password: add it to DATABASE_URL/],
    ] as const) {
      const { code, said } = await run({ DATABASE_URL: address }, 'retry-jobs', 'mail.send')
      assert.equal(code, 1)
      assert.match(said, sentence)
      assert.equal(said.trimEnd().split('\n').length, 1)
    }
  })
})
