import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, test } from 'node:test'
import type pg from 'pg'
import { openStore } from '#files/open-store.ts'
import { pictureWidths } from '#files/encode-picture.ts'
import { fileOf } from '#files/save-picture.ts'
import { connect } from '#platform/db/connect.ts'
import { bytesFrom, startChance } from '#platform/testing-seed.ts'
import { scheduleBackups, expiredBackups, writeBackup } from './schedule-backups.ts'
import { runCommand } from './testing-installation.ts'
import { databaseUrl } from './testing-process.ts'
import { cloneDatabase, startTestPortal } from './testing.ts'
import { verifyBackup } from './verify-backup.ts'

const folder = await mkdtemp(join(tmpdir(), 'apotheca-backups-'))
after(() => rm(folder, { recursive: true }))
const { promise: opening, resolve: opened } = Promise.withResolvers<pg.Pool>()
const portal = await startTestPortal({
  environment: { BACKUP_TO: join(folder, 'kept') },
  features: [scheduleBackups(opening)],
})
const database = connect(portal.connection, 2)
opened(database.pool)
after(database.close)

test('two years of backups are thinned to seven days, five weeks and twelve months', () => {
  const names = Array.from({ length: 730 }, (_, day) => {
    const at = new Date(Date.UTC(2025, 0, 1 + day, 2)).toISOString()
    return `apotheca-${at.replaceAll(':', '-').slice(0, 19)}Z.backup`
  })
  const gone = new Set(expiredBackups([...names, 'notes.txt']))
  const stay = names.filter((name) => !gone.has(name)).map((name) => name.slice(9, 19))
  assert.deepEqual(
    stay.slice(-7),
    ['25', '26', '27', '28', '29', '30', '31'].map((day) => `2026-12-${day}`),
  )
  assert.equal(gone.has('notes.txt'), false)
  assert.deepEqual(
    stay.filter((day) => day.endsWith('-31') || day.endsWith('-30') || day.endsWith('-28')).slice(0, 3),
    ['2026-01-31', '2026-02-28', '2026-03-31'],
  )
  assert.equal(stay.length, 7 + 3 + 11)
})

test('the portal writes a backup per day automatically', async () => {
  for (let times = 0; times < 2; times++) {
    await portal.worker.queueRecurring()
    await portal.worker.drain()
    const names = await readdir(join(folder, 'kept'))
    assert.equal(names.length, 1)
    assert.match(names[0] ?? '', /^apotheca-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/)
  }
})

const scratchDatabases = async () =>
  (await portal.owner.query("select datname from pg_database where datname like 'apotheca_verify_%' order by 1")).rows

describe('a backup', () => {
  const file = join(folder, 'all.backup')

  it('includes the pictures, verifies as complete, and restores into an empty installation', async () => {
    const store = openStore(portal.config)
    const name = randomBytes(16).toString('hex')
    await portal.db.insertInto('upload').values({ name }).execute()
    for (const width of pictureWidths) await store.put(fileOf(name, width), bytesFrom(startChance(), 1_000))
    await writeBackup(database.pool, portal.config, file)
    const before = await scratchDatabases()
    const { rows, files } = await verifyBackup(portal.owner, file, { key: '' })
    assert.ok(rows > 10 && files > 0, `${rows} rows, ${files} files`)
    assert.deepEqual(await scratchDatabases(), before)

    const target = await cloneDatabase()
    const empty = join(folder, 'empty')
    try {
      const settings = { DATABASE_URL: databaseUrl(target.connection), DATA_DIR: empty, CONTACT_PHONE: '1' }
      const { stdout } = await runCommand(settings, 'restore', file)
      assert.match(stdout, /^Changed since the backup was made: .*CONTACT_PHONE/m)
      const pictures = await readdir(join(empty, 'uploads'))
      assert.equal(pictures.filter((one) => one.startsWith(name)).length, files)
      for (const one of pictures) assert.deepEqual(await readFile(join(empty, 'uploads', one)), await store.get(one))
    } finally {
      await target.remove()
    }
  })

  it('pauses jobs with the rows, even if its pictures cannot be written', async () => {
    const target = await cloneDatabase()
    try {
      // A file in place of the folder.
      const settings = { DATABASE_URL: databaseUrl(target.connection), DATA_DIR: join(folder, 'none'), UPLOADS: file }
      await assert.rejects(runCommand(settings, 'restore', file), /EEXIST|ENOTDIR/)
      assert.ok((await target.pool.query('select from upload')).rowCount)
      assert.equal((await target.pool.query('select from job_hold')).rowCount, 1)
    } finally {
      await target.remove()
    }
  })

  it('with a missing part is reported as incomplete', async () => {
    const whole = await readFile(file)
    const cut = join(folder, 'cut.backup')
    await writeFile(cut, whole.subarray(0, whole.length - 100))
    await assert.rejects(verifyBackup(portal.owner, cut, { key: '' }), /damaged; nothing was restored/)
  })
})
