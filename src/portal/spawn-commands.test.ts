import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { accounts } from '#identity/contract.ts'
import { startTestPortal } from './testing.ts'
import { databaseUrl, spawnCommand } from './testing-process.ts'

const portal = await startTestPortal()
const folder = await mkdtemp(join(tmpdir(), 'apotheca-commands-'))
after(() => rm(folder, { recursive: true }))
const environment = { DATABASE_URL: databaseUrl(portal.connection), DATA_DIR: folder }

/** The result of a failed command, as a script sees it. */
const failing = async (running: Promise<unknown>): Promise<{ code: number; stdout: string; stderr: string }> => {
  const error: unknown = await running.then(
    () => assert.fail('It ended with 0.'),
    (reason: unknown) => reason,
  )
  const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string } // execFile rejects with these fields
  return { code, stdout, stderr }
}

/** What in-process tests of commands cannot cover. */
describe('a command in a separate process', () => {
  it('writes to standard output and exits while the portal keeps running', async () => {
    const file = join(folder, 'all.backup')
    const { stdout, stderr } = await spawnCommand(environment, 'backup', file)
    assert.match(stdout, /^\d+ rows written to [^\n]*\n$/)
    assert.equal(stderr, '')
    assert.ok((await stat(file)).size > 0)
  })

  it('reads the password from standard input', async () => {
    const running = spawnCommand(environment, 'create-admin', 'dee@acme.example', 'Dee Lee')
    running.child.stdin?.end('violet-anchor-17\n')
    assert.equal((await running).stdout, 'dee@acme.example is now an administrator.\n')
    const { status } = await portal.call(accounts.signIn, {
      body: { email: 'dee@acme.example', password: 'violet-anchor-17' },
    })
    assert.equal(status, 200)
  })

  it('exits with 1 and one sentence if standard input has ended', async () => {
    const running = spawnCommand(environment, 'create-admin', 'eve@acme.example', 'Eve Lee')
    running.child.stdin?.end()
    const { code, stdout, stderr } = await failing(running)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^Password .*: \nNo password was entered\. [^\n]*\n$/)
  })

  it('exits with 1 and one sentence for an invalid setting', async () => {
    const { code, stdout, stderr } = await failing(spawnCommand({ ...environment, PORT: 'x' }, 'doctor'))
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^Setting PORT: [^\n]*\n$/)
  })

  it('exits with 2 and the usage for an unknown command', async () => {
    const { code, stderr } = await failing(spawnCommand({}, 'bakcup'))
    assert.equal(code, 2)
    assert.match(stderr, /^Usage: npm run portal -- COMMAND\n {2}set-up-database /)
  })
})
