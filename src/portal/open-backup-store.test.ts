import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import type pg from 'pg'
import { connect } from '#platform/db/connect.ts'
import { startBucket } from '#platform/testing-bucket.ts'
import { bytesFrom, startChance } from '#platform/testing-seed.ts'
import { fetchBackup, openBackupStore } from './open-backup-store.ts'
import { scheduleBackups } from './schedule-backups.ts'
import { runCommand } from './testing-installation.ts'
import { databaseUrl } from './testing-process.ts'
import { cloneDatabase, startTestPortal } from './testing.ts'
import { verifyBackup } from './verify-backup.ts'

const { objects, uploads, address } = await startBucket('backups')
// With S3's minimum part size, twelve megabytes take three parts.
const store = openBackupStore({ BACKUP_TO: address() }, 5 * 1024 ** 2)
after(store.close)

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

test('a large backup is uploaded in parts and read back, and all pages of the list are read', async () => {
  const content = bytesFrom(startChance(), 12 * 1024 ** 2)
  const pieces = Array.from({ length: 192 }, (_, index) => content.subarray(index << 16, (index + 1) << 16))
  await store.put('large', Readable.from(pieces))
  for (const name of ['b', 'c', 'd', 'e']) await store.put(name, Readable.from([Buffer.from(name)]))
  assert.equal(hashOf(await buffer(await store.get('large'))), hashOf(content))
  assert.deepEqual((await store.names()).toSorted(), ['b', 'c', 'd', 'e', 'large'])
  for (const name of await store.names()) await store.remove(name)
  assert.equal(objects.size, 0)
})

test('an aborted upload leaves neither an object nor parts', async () => {
  const ending = async function* () {
    yield Buffer.alloc(6 * 1024 ** 2, 'x')
    throw new Error('The database went away.')
  }
  await assert.rejects(store.put('half', Readable.from(ending())), /went away/)
  assert.deepEqual([...objects.keys(), ...uploads.keys()], [])
})

test('wrong credentials are reported, not taken for an empty bucket', async () => {
  const other = openBackupStore({ BACKUP_TO: address('other') })
  await assert.rejects(other.names(), /SignatureDoesNotMatch/)
  other.close()
})

test('a daily encrypted backup is stored there, and verified and restored by one command each', async () => {
  const { stdout } = await runCommand({}, 'make-backup-key')
  const [, identity = ''] = /(AGE-SECRET-KEY-\S+)/.exec(stdout) ?? []
  const { promise: opening, resolve: opened } = Promise.withResolvers<pg.Pool>()
  const settings = { BACKUP_TO: address(), BACKUP_KEY: identity }
  const portal = await startTestPortal({ environment: settings, features: [scheduleBackups(opening)] })
  await portal.addUser({ email: 'kept@example.com' })
  const database = connect(portal.connection, 2)
  after(database.close)
  opened(database.pool)
  for (let times = 0; times < 2; times++) {
    await portal.worker.queueRecurring()
    await portal.worker.drain()
    assert.equal(objects.size, 1)
  }
  const [[name = '', { content } = { content: Buffer.alloc(0) }] = []] = objects
  assert.match(name, /^shop\/apotheca-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/)
  assert.ok(content.toString('latin1').startsWith('age-encryption.org/'))

  const folder = await mkdtemp(join(tmpdir(), 'apotheca-restored-'))
  const target = await cloneDatabase()
  after(async () => {
    await target.remove()
    await rm(folder, { recursive: true })
  })
  const there = { ...settings, DATABASE_URL: databaseUrl(target.connection), DATA_DIR: folder }
  const fetched = async () => (await readdir(tmpdir())).filter((one) => one.startsWith('apotheca-kept-'))
  const before = await fetched()
  assert.equal((await runCommand(there, 'list-backups')).stdout, `${name.slice(5)}\n`)
  const verified = await fetchBackup(portal.config, 'kept:newest', (file) =>
    verifyBackup(portal.owner, file, { key: identity }),
  )
  assert.ok(verified.rows > 0)
  assert.match((await runCommand(there, 'restore', `kept:${name.slice(5)}`)).stdout, /Restored \d+ rows/)
  const restored = connect(target.connection, 1)
  const { rows } = await restored.pool.query("select from user_account where email = 'kept@example.com'")
  await restored.close()
  assert.equal(rows.length, 1)
  assert.deepEqual(await fetched(), before)
  await assert.rejects(runCommand(there, 'restore', 'kept:yesterday'), /There is no such backup in BACKUP_TO/)
})
