import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { startTestPortal } from './testing.ts'

const { connection } = await startTestPortal()
const folder = await mkdtemp(join(tmpdir(), 'apotheca-commands-'))
after(() => rm(folder, { recursive: true }))

const address = new URL(`postgres://${connection.user}@localhost/${connection.database}`)
address.searchParams.set('host', String(connection.host))

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [resolve(import.meta.dirname, 'commands.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: address.href, PGPASSWORD: String(connection.password ?? '') },
    timeout: 60_000,
  })

test('a backup is written and the command ends, while the portal goes on working', async () => {
  const file = join(folder, 'all.backup')
  const { stdout } = await run('backup', file)
  assert.match(stdout, /^\d+ rows written to /)
  assert.ok((await stat(file)).size > 0)
})
