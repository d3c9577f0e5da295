import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { accounts } from '#identity/contract.ts'
import { untilWaiting } from '#platform/db/testing-waiting.ts'
import { cloneDatabase, startTestPortal } from './testing.ts'
import { openPortal, runCommand } from './testing-installation.ts'
import { databaseUrl, startProcess } from './testing-process.ts'

const folder = await mkdtemp(join(tmpdir(), 'apotheca-demo-'))
after(() => rm(folder, { recursive: true }))

const signIn = (address: string, email: string) =>
  fetch(address + accounts.signIn.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'apotheca-demo' }),
  })

describe('a former demo database', () => {
  it('opens without the demo once its demo accounts are removed, and never as a demo again', async () => {
    const database = await cloneDatabase()
    after(database.remove)
    const DATABASE_URL = databaseUrl(database.connection)
    const demo = { DATABASE_URL, DEMO: '1', DATA_DIR: folder }
    const real = { DATABASE_URL, DATA_DIR: folder }

    const shown = await openPortal(demo)
    assert.equal((await signIn(shown.address, 'admin@demo.example')).status, 200)
    await shown.stop()

    await assert.rejects(openPortal(real), ({ message }: Error) => {
      assert.match(message, /npm run portal -- remove-demo-accounts/)
      assert.equal(message.trim().split('\n').length, 1)
      return true
    })
    const { stdout } = await runCommand(real, 'remove-demo-accounts')
    assert.match(stdout, /^Removed \d+ demo accounts\.$/m)
    const opened = await openPortal(real)
    for (const name of ['admin', 'rep', 'buyer', 'pending'])
      assert.equal((await signIn(opened.address, `${name}@demo.example`)).status, 401)
    await opened.stop()
    await assert.rejects(openPortal(demo), /was not made by the demo/)
  })
})

describe('a production database', () => {
  it('never becomes a demo, which would expose its emails', async () => {
    const { addUser, connection } = await startTestPortal()
    await addUser({ is_admin: true })
    const demo = { DATABASE_URL: databaseUrl(connection), DEMO: '1', DATA_DIR: folder }
    await assert.rejects(openPortal(demo), /was not made by the demo/)
  })
})

describe('several portals on one database', () => {
  it('all serve, and one can leave without disturbing the others', async () => {
    const database = await cloneDatabase()
    after(database.remove)
    const environment = { DATABASE_URL: databaseUrl(database.connection), DEMO: '0' }
    const one = await startProcess(environment)
    const other = await startProcess(environment)
    const statusOf = async ({ address }: { address: string }) => (await fetch(`${address}/readyz`)).status
    assert.deepEqual([await statusOf(one), await statusOf(other)], [200, 200])
    // A keep-alive timeout shorter than the proxy's would make it send requests on closing connections.
    const { headers } = await fetch(`${one.address}/healthz`)
    assert.equal(headers.get('keep-alive'), 'timeout=130')

    const ended = once(one.child, 'exit')
    one.child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    await assert.rejects(statusOf(one))
    assert.equal(await statusOf(other), 200)
    await other.stop()
  })
})

describe('a portal that receives two stop signals', () => {
  it('finishes its requests', async () => {
    const database = await cloneDatabase()
    after(database.remove)
    const portal = await startProcess({ DATABASE_URL: databaseUrl(database.connection), DEMO: '0' })
    const client = await database.owner.connect()
    await client.query('begin; lock table user_account in access exclusive mode')
    const answering = signIn(portal.address, 'ann@acme.example')
    await untilWaiting(database.owner)
    const ended = once(portal.child, 'exit')
    portal.child.kill('SIGTERM')
    portal.child.kill('SIGINT')
    await assert.rejects(untilRefused(portal.address))
    await client.query('commit')
    client.release()
    const { status, headers } = await answering
    assert.deepEqual([status, headers.get('connection')], [401, 'close'])
    assert.deepEqual(await ended, [0, null])
  })
})

describe('a portal that receives stop signals repeatedly', () => {
  it('drains for the configured time without losing a request', async () => {
    const database = await cloneDatabase()
    after(database.remove)
    const portal = await startProcess({
      DATABASE_URL: databaseUrl(database.connection),
      DEMO: '0',
      DRAIN_SECONDS: '3',
      RATE_LIMITS: '0',
    })
    const ended = once(portal.child, 'exit')
    // Simulates the start script, which repeated the signal every half second after npm had left.
    const wishes = setInterval(() => portal.child.kill('SIGTERM'), 500)
    portal.child.kill('SIGTERM')
    const told = Date.now()
    const statuses = new Set<number>()
    while (Date.now() - told < 2_500)
      statuses.add((await fetch(`${portal.address}/healthz`, { headers: { connection: 'close' } })).status)
    assert.deepEqual([...statuses], [200])
    assert.deepEqual(await ended, [0, null])
    clearInterval(wishes)
  })
})

/** Rejects once connections are refused. */
const untilRefused = async (address: string): Promise<never> => {
  for (;;) await fetch(`${address}/healthz`, { headers: { connection: 'close' } })
}
