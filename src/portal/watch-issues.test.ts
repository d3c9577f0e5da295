import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, it, test } from 'node:test'
import { encrypt } from '#identity/factors/protect-secret.ts'
import { composeEmail } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import { startMailServer } from '#mail/testing-server.ts'
import type { Config } from '#platform/config.ts'
import { roomOn } from '#platform/full-disk.ts'
import { startTestPortal } from './testing.ts'
import { watchIssues } from './watch-issues.ts'
import { newId } from '#platform/db/new-id.ts'

const folder = await mkdtemp(join(tmpdir(), 'apotheca-watch-'))
after(() => rm(folder, { recursive: true }))
const kept = join(folder, 'kept')
const server = await startMailServer()
const portal = await startTestPortal({
  environment: { DEMO: '0', SMTP_URL: server.url, MAIL_FROM: 'orders@harbor.com', BACKUP_TO: kept },
})
const { db } = portal

const nameOf = (hoursAgo: number) =>
  `apotheca-${new Date(Date.now() - hoursAgo * 3_600_000).toISOString().replaceAll(':', '-').slice(0, 19)}Z.backup`

const found = async (settings: Partial<Config> = {}) => {
  const watch = watchIssues({
    db,
    config: { ...portal.config, ...settings },
    log: { warn: () => {}, info: () => {} },
  })
  await watch.look()
  return watch.troubles()
}
const textsOf = async (settings?: Partial<Config>) =>
  (await found(settings)).map(({ kind, text }) => `${kind}: ${text}`)

const addJob = (facts: object) =>
  db
    .insertInto('job')
    .values({ id: newId(), kind: 'portal.backup', lane: 'portal.backup', key: 'only', ...facts })
    .execute()

beforeEach(async () => {
  await db.deleteFrom('job').execute()
  await db.deleteFrom('mail').execute()
  await db.deleteFrom('authenticator_app').execute()
  await rm(kept, { recursive: true, force: true })
  await mkdir(kept)
  await writeFile(join(kept, nameOf(3)), '')
})

test('a healthy portal has no issues', async () => {
  assert.deepEqual(await found(), [])
  assert.deepEqual(await found({ DEMO: true, SMTP_URL: '', BACKUP_TO: '' }), [])
  assert.deepEqual(await found({ BACKUP_TO: 'elsewhere' }), [])
})

describe('an operator sees', () => {
  const hour = 3_600_000
  const cases: [string, () => Promise<Partial<Config> | void>, RegExp][] = [
    [
      'that no mail server is set',
      async () => ({ SMTP_URL: '' }),
      /^mail: Emails are not sent: no mail server is set\.$/,
    ],
    [
      'that the mail server is down, even before a user waits for a code',
      async () => ({ SMTP_URL: 'smtp://127.0.0.1:1' }),
      /^mail: The mail server cannot be reached: order codes and password resets wait\.$/,
    ],
    [
      'that it refuses several recipients',
      async () => {
        for (const name of ['ann', 'bob', 'cy'])
          await queueMail(db, composeEmail(`refused-${name}@acme.example`, 'Hello', []))
        await portal.worker.drain()
      },
      /^mail: The mail server refused 3 emails to 3 people\. They will be retried\.$/,
    ],
    [
      'that no backups are made',
      async () => ({ BACKUP_TO: '' }),
      /^backup: No backups are made: BACKUP_TO is empty\.$/,
    ],
    [
      'that the backup store cannot be reached',
      async () => {
        await writeFile(join(folder, 'file'), '')
        return { BACKUP_TO: join(folder, 'file', 'kept') }
      },
      /^backup: BACKUP_TO cannot be reached\.$/,
    ],
    [
      'that the first backup failed',
      () => addJob({ attempts: 1, last_error: 'EROFS: read-only file system' }).then(() => {}),
      /^backup: The daily backup failed and will be retried\.$/,
    ],
    [
      'that no backup was ever made',
      async () => {
        await rm(kept, { recursive: true })
        await addJob({ created_at: new Date(Date.now() - 2 * hour) })
      },
      /^backup: No backup has been written to BACKUP_TO yet\.$/,
    ],
    [
      'that the newest backup is old',
      async () => {
        await rm(kept, { recursive: true })
        await mkdir(kept)
        await writeFile(join(kept, nameOf(50)), '')
        await addJob({ last_error: 'The next backup is due a day after the last.' })
      },
      /^backup: The newest backup is 50 hours old\.$/,
    ],
    [
      'that the ERP has not responded for a while',
      async () => {
        const opened_at = new Date(Date.now() - hour / 6)
        await db.updateTable('erp_circuit').set({ opened_at, reason: 'ETIMEDOUT' }).execute()
      },
      /^erp: The ERP does not respond: orders wait\.$/,
    ],
    [
      'that no ERP sync has completed for hours',
      async () => {
        await db.updateTable('erp_circuit').set({ opened_at: null, reason: '' }).execute()
        const finished_at = new Date(Date.now() - 3.5 * hour)
        await db.insertInto('erp_sync').values({ kind: 'orders', finished_at }).execute()
        return { ERP_URL: 'https://erp.harbor.com' }
      },
      /^erp: The last complete ERP sync was 3 hours ago\.$/,
    ],
    [
      'that secrets cannot be decrypted with this key',
      async () => {
        const owner = (await portal.addUser())._id
        const config = { SECRET_KEY: 'the key that they were encrypted with, once' }
        const secret = await encrypt(db, Buffer.from('secret'), { owner, use: 'authenticator', config })
        await db.insertInto('authenticator_app').values({ user_id: owner, secret }).execute()
        assert.deepEqual(await found(config), [])
        return { SECRET_KEY: 'another, which came with a new machine' }
      },
      /^secret-key: .* cannot be decrypted with this SECRET_KEY: sign-ins with them fail\.$/,
    ],
    [
      'jobs that keep failing',
      () => addJob({ kind: 'portal.purge', attempts: 3, last_error: 'deadlock' }).then(() => {}),
      /^jobs: 1 job “portal\.purge” failed at least 3 times and is retrying\.$/,
    ],
  ]
  for (const [what, arrange, sentence] of cases)
    it(what, async () => {
      const settings = (await arrange()) ?? {}
      const texts = await textsOf(settings)
      assert.equal(texts.length, 1, texts.join('\n'))
      assert.match(texts[0] ?? '', sentence)
    })

  it('no issue for one full mailbox', async () => {
    await queueMail(db, composeEmail('refused@acme.example', 'Hello', []))
    await portal.worker.drain()
    assert.deepEqual(await found(), [])
  })

  it('issues at /readyz, which stays 200, and in the metrics', async () => {
    await portal.catalogue.current()
    await addJob({ attempts: 1, last_error: 'no room' })
    assert.equal(portal.watch.counted(), null)
    await portal.watch.look()
    const { status, body } = await portal.send({ method: 'GET', url: '/readyz' })
    assert.deepEqual(
      [status, body],
      [200, { status: 'ready', warnings: ['The daily backup failed and will be retried.'] }],
    )
    assert.deepEqual([...(portal.watch.counted() ?? [])], [['backup', 1]])
  })
})

test('an issue is logged once, again after an hour, and when it is resolved', async () => {
  const lines: string[] = []
  let now = Date.now()
  const watch = watchIssues({
    db,
    config: portal.config,
    log: {
      warn: (facts, text) => void lines.push(`${text} ${JSON.stringify(facts)}`),
      info: (facts, text) => void lines.push(`${text} ${JSON.stringify(facts)}`),
    },
    now: () => now,
  })
  const lookAt = async (minutes: number) => {
    now += minutes * 60_000
    await watch.look()
    return lines.splice(0)
  }
  assert.deepEqual(await lookAt(0), [])
  await addJob({ attempts: 1, last_error: '550 ann@acme.example' })
  const told = 'The daily backup failed and will be retried. {"trouble":"backup","reason":"550 <email>"}'
  assert.deepEqual(await lookAt(1), [told])
  assert.deepEqual(await lookAt(1), [])
  assert.deepEqual(await lookAt(30), [])
  assert.deepEqual(await lookAt(29), [told])
  await db.deleteFrom('job').execute()
  assert.deepEqual(await lookAt(1), [])
  assert.deepEqual(await lookAt(10), ['issue resolved {"trouble":"backup"}'])
})

for (const [gigabytes, size, isEnough] of [
  [0.9, 5, false],
  [1.1, 5, true],
  [4, 100, false],
  [6, 100, true],
  [0, 0, true],
] as const)
  test(`${gigabytes} GB free of ${size} are ${isEnough ? 'enough' : 'too little'}`, () => {
    assert.equal(roomOn({ free: gigabytes * 1024 ** 3, size: size * 1024 ** 3 }).isEnough, isEnough)
  })
