import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, test } from 'node:test'
import { accounts } from '#identity/contract.ts'
import { encrypt } from '#identity/factors/protect-secret.ts'
import { sealTrail } from '#audit/seal-trail.ts'
import { trailKeys } from '#audit/trail-keys.ts'
import { startMailServer } from '#mail/testing-server.ts'
import { cloneDatabase, startTestPortal } from './testing.ts'
import { answerCommand, type CommandFailed, runCommand } from './testing-installation.ts'
import { databaseUrl } from './testing-process.ts'
import { newId } from '#platform/db/new-id.ts'

const portal = await startTestPortal()
const { connection } = portal
const folder = await mkdtemp(join(tmpdir(), 'apotheca-commands-'))
after(() => rm(folder, { recursive: true }))

const environment = { DATABASE_URL: databaseUrl(connection), DATA_DIR: folder }

test('a backup is encrypted with the public key and decrypted with the private key only', async () => {
  const keysOf = async () => {
    const { stdout } = await runCommand({}, 'make-backup-key')
    const [encrypts = '', opens = ''] = [...stdout.matchAll(/BACKUP_KEY=(\S+)/g)].map(([, key = '']) => key)
    return { encrypts, opens }
  }
  const [{ encrypts, opens }, others] = [await keysOf(), await keysOf()]
  const person = await portal.addUser({ name: 'Zebulon' })
  const file = join(folder, 'sealed.backup')
  await runCommand({ ...environment, BACKUP_KEY: encrypts }, 'backup', file)
  const content = await readFile(file)
  assert.match(content.toString('latin1'), /^age-encryption\.org\/v1\n/)

  const target = await cloneDatabase()
  const restore = (BACKUP_KEY: string, from = file) =>
    runCommand({ DATABASE_URL: databaseUrl(target.connection), DATA_DIR: folder, BACKUP_KEY }, 'restore', from)
  const refuses = (running: Promise<unknown>, sentence: RegExp) =>
    assert.rejects(running, ({ stderr }: { stderr: string }) => {
      assert.match(stderr, sentence)
      return true
    })
  const found = async () => (await target.pool.query('select from user_account where id = $1', [person._id])).rowCount
  try {
    await refuses(restore(''), /^The backup is encrypted: set BACKUP_KEY [^\n]*\n$/)
    await refuses(restore(encrypts), /^The backup is encrypted: set BACKUP_KEY /)
    await refuses(restore(others.opens), /^The backup was encrypted for a different key than BACKUP_KEY\.\n$/)
    const changed = join(folder, 'changed.backup')
    const at = content.length - 20
    await writeFile(changed, content.with(at, (content[at] ?? 0) ^ 1))
    await refuses(restore(opens, changed), /^The backup is damaged; nothing was restored\.\n$/)
    assert.equal(await found(), 0)
    await restore(opens)
    assert.equal(await found(), 1)
  } finally {
    await target.remove()
  }
})

describe('doctor', () => {
  it('prints each check and what to fix, and exits with 1 on a fault', async () => {
    const sick = { ...environment, DEMO: '0', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'orders@harbor.com' }
    await assert.rejects(runCommand(sick, 'doctor'), ({ code, stdout }: { code: number; stdout: string }) => {
      assert.equal(code, 1)
      for (const line of [
        /^ok {6}database: PostgreSQL \d+ answers as apotheca_portal\.$/m,
        /^ok {6}extension: /m,
        /^ok {6}tables: All \d+ migrations are applied\.$/m,
        /^ok {6}role: /m,
        /^ok {6}clock: /m,
        /^ok {6}pictures: /m,
        /^not ok {2}settings: TRAIL_KEY is empty: /m,
        /^not ok {2}settings: BACKUP_TO is empty: /m,
        /^not ok {2}settings: CONTACT_EMAIL is the demo address: /m,
        /^not ok {2}mail: .*ECONNREFUSED/m,
      ])
        assert.match(stdout, line)
      return true
    })
  })

  it('sends an email to itself, writes and removes a test backup, and decrypts stored secrets', async () => {
    const server = await startMailServer()
    const BACKUP_TO = join(folder, 'kept')
    const SECRET_KEY = 'a key that nobody knows, or so they say'
    const owner = (await portal.addUser())._id
    const secret = await encrypt(portal.db, Buffer.from('it'), { owner, use: 'authenticator', config: { SECRET_KEY } })
    await portal.db.insertInto('authenticator_app').values({ user_id: owner, secret }).execute()
    const set = { ...environment, BACKUP_TO, SMTP_URL: server.url, MAIL_FROM: 'Harbor <orders@harbor.com>' }
    const asked = async (more: Record<string, string>) =>
      runCommand({ ...set, DEMO: '0', ...more }, 'doctor').then(
        ({ stdout }) => stdout,
        ({ stdout }: CommandFailed) => stdout,
      )
    const well = await asked({ SECRET_KEY })
    assert.match(well, /^ok {6}mail: 127\.0\.0\.1:\d+ accepted an email to orders@harbor\.com\.$/m)
    assert.deepEqual(
      [server.delivered.at(-1)?.from, server.delivered.at(-1)?.to],
      ['orders@harbor.com', ['orders@harbor.com']],
    )
    assert.match(well, /^ok {6}backups: BACKUP_TO can be written and read\.$/m)
    assert.match(well, /^not ok {2}backups: There is none yet/m)
    assert.match(well, /^ok {6}secrets: 1 can be decrypted with this SECRET_KEY\.$/m)
    assert.deepEqual(await readdir(BACKUP_TO), [])
    await writeFile(join(folder, 'a-file'), '')
    const ill = await asked({
      SECRET_KEY: 'quite another key, of a new machine',
      BACKUP_TO: join(folder, 'a-file', 'x'),
    })
    assert.match(ill, /^not ok {2}backups: ENOTDIR/m)
    assert.match(ill, /^not ok {2}secrets: 1 of 1 cannot be decrypted: SECRET_KEY has changed/m)
  })

  it('continues when the database is down', async () => {
    const gone = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATA_DIR: folder }
    await assert.rejects(runCommand(gone, 'doctor'), ({ stdout }: { stdout: string }) => {
      assert.match(stdout, /^not ok {2}database: .*ECONNREFUSED/m)
      assert.match(stdout, /^ok {6}pictures: /m)
      return true
    })
  })

  it('lists failed jobs, and retry-jobs retries them', async () => {
    const failed = { kind: 'mail.send', lane: 'mail.0', last_error: '550 no such user', failed_at: new Date() }
    await portal.db
      .insertInto('job')
      .values([
        { id: newId(), ...failed },
        { id: newId(), ...failed, kind: 'other.kind', key: 'of another kind' },
      ])
      .execute()
    await assert.rejects(runCommand(environment, 'doctor'), ({ stdout }: { stdout: string }) => {
      assert.match(stdout, /^not ok {2}jobs: 1 of mail\.send failed \(550 no such user\): .* retry-jobs mail\.send\.$/m)
      return true
    })
    const { stdout } = await runCommand(environment, 'retry-jobs', 'mail.send')
    assert.equal(stdout, 'Retrying 1 of mail.send.\n')
  })
})

test('import-products without a file lists the columns', async () => {
  await assert.rejects(runCommand(environment, 'import-products'), ({ stderr }: { stderr: string }) => {
    assert.match(stderr, /^Name a file\. Its columns, in any order: NDC Number \(ndcNumber\), /)
    return true
  })
})

describe('a failing command', () => {
  const nowhere = 'postgres://nobody:x@127.0.0.1:1/none'

  const missing = join(folder, 'no', 'such.backup')
  const cases: [args: string[], environment: Record<string, string>, sentence: RegExp][] = [
    [['retry-jobs'], environment, /^Name a kind of jobs/],
    [['create-admin'], environment, /^Enter an email address and a name/],
    [['create-admin', 'ann@harbor.com'], environment, /^Enter an email address and a name/],
    [['reset-factors'], environment, /^Enter an email address/],
    [['reset-factors', 'nobody@harbor.com'], environment, /^User not found$/],
    [['export-person'], environment, /^Enter an email address/],
    [['export-person', 'nobody@harbor.com'], environment, /^No user has the email address/],
    [['backup'], environment, /^Name a file\.$/],
    [['backup', missing], environment, /ENOENT/],
    [['restore'], environment, /^Name a file\.$/],
    [['restore', missing], environment, /ENOENT/],
    [['verify-backup'], environment, /^Name a file\.$/],
    [['verify-backup', missing], environment, /./],
    [['restore', 'kept:newest'], environment, /^Setting BACKUP_TO: /],
    [['list-backups'], { ...environment, BACKUP_TO: 'elsewhere' }, /^Setting BACKUP_TO: /],
    [['release-jobs', 'old'], environment, /^Use release-jobs or release-jobs new\.$/],
    [['import-products', missing], environment, /ENOENT/],
    [['verify-trail', 'x:y'], environment, /is not an entry number and a hash/],
    [
      ['create-admin', 'a@harbor.com', 'Ann'],
      { ...environment, DATABASE_URL: nowhere },
      /^The database does not answer \(ECONNREFUSED\)/,
    ],
    [
      ['release-jobs'],
      { ...environment, DATABASE_URL: 'postgres://db.invalid/none?sslmode=require' },
      /^The database does not answer/,
    ],
    [['release-jobs'], { ...environment, SMPT_URL: 'smtp://localhost' }, /^Setting SMPT_URL: /],
  ]
  for (const [args, settings, sentence] of cases)
    it(`explains in one sentence: ${args.join(' ')}`, async () => {
      await assert.rejects(runCommand(settings, ...args), (failed: CommandFailed) => {
        assert.equal(failed.code, 1)
        assert.match(failed.stderr, /^[^\n]+\n$/)
        assert.match(failed.stderr.trim(), sentence)
        assert.doesNotMatch(failed.stderr, /\.ts:\d|    at /)
        return true
      })
    })
})

describe('create-admin', () => {
  const create = (email: string, password: string) =>
    answerCommand(`${password}\n`, environment, 'create-admin', email, 'Ann Lee')

  it('creates an admin who can sign in, with an audit entry', async () => {
    await create('Ann@acme.example', 'violet-anchor-17')
    const { status, body } = await portal.call(accounts.signIn, {
      body: { email: 'ann@acme.example', password: 'violet-anchor-17' },
    })
    assert.deepEqual([status, body.isAdmin], [200, true])
    const entry = await portal.db
      .selectFrom('audit_entry')
      .select(['action', 'after'])
      .where('entity_id', '=', body._id)
      .where('action', '=', 'admin created')
      .executeTakeFirst()
    assert.deepEqual(entry?.after, { email: 'ann@acme.example' })
  })

  it('refuses standard input without a password', async () => {
    await assert.rejects(
      answerCommand('', environment, 'create-admin', 'cy@acme.example', 'Cy Lee'),
      (failed: CommandFailed) => {
        assert.equal(failed.code, 1)
        assert.match(failed.stderr, /^Password .*: \nNo password was entered\. [^\n]*\n$/)
        return true
      },
    )
  })

  it('refuses common passwords, invalid addresses and existing ones, in one sentence', async () => {
    for (const [email, password, sentence] of [
      ['bob@acme.example', 'Password123!', /^This password is too easy to guess\./],
      ['bob@acme.example', 'short', /^A password needs at least 8 characters\./],
      ['bob', 'violet-anchor-17', /^This is not an email address\./],
      ['ann@acme.example', 'violet-anchor-17', /^This email address is already in use\./],
    ] as const)
      await assert.rejects(create(email, password), ({ stderr }: { stderr: string }) => {
        const lines = stderr.trim().split('\n')
        assert.match(lines.at(-1)?.replace(/^Password.*?: /, '') ?? '', sentence)
        return true
      })
  })
})

test('the trail is verified against noted hashes', async () => {
  const sealing = { ...environment, TRAIL_KEY: portal.config.TRAIL_KEY }
  await portal.addUser({ is_admin: true })
  await sealTrail(portal.db, trailKeys(portal.config))
  const { stdout } = await runCommand(sealing, 'verify-trail')
  const [verdict = '', head = ''] = stdout.split('\n')
  assert.match(verdict, /^The trail is intact: \d+ entries, 0 not sealed yet\.$/)
  assert.match((await runCommand(sealing, 'verify-trail', head)).stdout, /^The trail is intact/)

  const place = Number(head.split(':')[0])
  const foreign = `:${'0'.repeat(64)}`
  for (const [written, reason] of [
    [`${place}${foreign}`, /the trail was replaced\.$/m],
    [`${place + 1}${foreign}`, /its end was deleted\.$/m],
  ] as const)
    await assert.rejects(
      runCommand(sealing, 'verify-trail', written),
      ({ code, stdout: said }: { code: number; stdout: string }) => {
        assert.equal(code, 1)
        assert.match(said, reason)
        return true
      },
    )
  await assert.rejects(runCommand(sealing, 'verify-trail', 'x'), /"x" is not an entry number and a hash/)
})

test('a restored portal does not revive signed-out sessions', async () => {
  const person = await portal.addUser()
  const soon = new Date(Date.now() + 600_000)
  const half = { user_id: person._id, key_hash: Buffer.from('key'), tries_left: 5, expires_at: soon }
  await portal.db.insertInto('sign_in_step').values(half).execute()
  const asked = { challenge: 'drawn', purpose: 'sign-in', expires_at: soon } as const
  await portal.db.insertInto('passkey_challenge').values(asked).execute()
  const file = join(folder, 'signed-in.backup')
  await runCommand(environment, 'backup', file)
  const target = await cloneDatabase()
  try {
    await runCommand({ DATABASE_URL: databaseUrl(target.connection), DATA_DIR: folder }, 'restore', file)
    const { rows } = await target.pool.query('select id from user_account where id = $1', [person._id])
    assert.equal(rows.length, 1)
    for (const table of [
      'session',
      'sign_in_step',
      'passkey_challenge',
      'sign_on_attempt',
      'password_key',
      'one_time_code',
    ])
      assert.deepEqual((await target.pool.query(`select from ${table}`)).rows, [], table)
  } finally {
    await target.remove()
  }
})
