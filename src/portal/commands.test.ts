import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startTestPortal } from './testing.ts'
import { databaseUrl, runCommand } from './testing-process.ts'

const { connection } = await startTestPortal()
const folder = await mkdtemp(join(tmpdir(), 'apotheca-commands-'))
after(() => rm(folder, { recursive: true }))

const environment = { DATABASE_URL: databaseUrl(connection) }

test('a backup is written and the command ends, while the portal goes on working', async () => {
  const file = join(folder, 'all.backup')
  const { stdout } = await runCommand(environment, 'backup', file)
  assert.match(stdout, /^\d+ rows written to /)
  assert.ok((await stat(file)).size > 0)
})
