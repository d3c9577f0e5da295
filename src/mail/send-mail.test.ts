import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import { startTestPortal, type TestPortal } from '#portal/testing.ts'
import { composeEmail } from './compose-email.ts'
import { isMailLate, mailDelay } from './mail-delay.ts'
import { queueMail, queueMailWithFile } from './send-mail.ts'
import { startMailServer } from './testing-server.ts'

const server = await startMailServer()
const portal = await startTestPortal({ environment: { SMTP_URL: server.url } })
const logo = join(tmpdir(), `logo-${process.pid}.svg`)
await writeFile(
  logo,
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="9" height="9"/></svg>',
)
after(() => rm(logo))
const branded = await startTestPortal({
  environment: { SMTP_URL: server.url, BRAND_NAME: 'Harbor', BRAND_LOGO: logo, MAIL_FROM: 'mail@harbor.example' },
})
const away = await startTestPortal({ environment: { SMTP_URL: 'smtp://127.0.0.1:1' } })
const demo = await startTestPortal()
const real = await startTestPortal({ environment: { DEMO: '0' } })

const email = (to: string, subject: string, text = 'Hello') => composeEmail(to, subject, [text])
const makeDue = ({ db }: TestPortal) =>
  db
    .updateTable('job')
    .set({ run_at: sql<Date>`now()` })
    .execute()

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((done) => setImmediate(done))
}

describe('a queued email', () => {
  it('is sent by SMTP to its recipient, with both parts and a one-line subject', async () => {
    await queueMail(portal.db, email('ann@acme.example', 'Order\r\nBcc: everyone@acme.example', '<b>5 < 6</b> & more'))
    await portal.worker.drain()
    const mail = server.delivered.at(-1)
    assert.deepEqual(mail?.to, ['ann@acme.example'])
    const [head = '', ...body] = (mail?.content ?? '').split('\n\n')
    assert.match(head, /^Subject: Order Bcc: everyone@acme\.example$/m)
    assert.doesNotMatch(head, /^Bcc:/m)
    assert.deepEqual(await portal.db.selectFrom('mail').selectAll().execute(), [], 'codes and keys are not kept')
    assert.match(body.join('\n'), /text\/plain/)
    assert.match(head, /^From: Apotheca <orders@apotheca\.example>$/m)
    assert.match(body.join('\n'), /&lt;b&gt;5 &lt; 6&lt;\/b&gt; &amp; more/)
  })

  it('includes the logo, so that reading it loads nothing', async () => {
    await queueMail(branded.db, email('ann@acme.example', 'With a logo'))
    await branded.worker.drain()
    const { content = '' } = server.delivered.at(-1) ?? {}
    assert.match(content, /^From: Harbor <mail@harbor\.example>$/m)
    assert.match(content, /^Content-Id: <logo>$/im)
    assert.match(content, /cid:logo/)
    assert.match(content, /^-- *\nHarbor$/m)
  })

  it('with a document uses a job kind that processes without documents don’t run', async () => {
    const file = { name: 'statement.pdf', content: Buffer.from('%PDF-1.7 nothing') }
    await transaction(portal.db, (tx) => queueMailWithFile(tx, email('ann@acme.example', 'With a document'), file))
    const { rows } = await sql<{
      kind: string
    }>`select kind from job where failed_at is null and kind like 'mail%'`.execute(portal.db)
    assert.deepEqual(rows, [{ kind: 'mail.send-with-file' }])
    await portal.worker.drain()
    const { content = '' } = server.delivered.at(-1) ?? {}
    assert.match(content, /^Content-Type: application\/pdf; name=statement\.pdf$/m)
    assert.match(content, /^Content-Disposition: attachment; filename=statement\.pdf$/m)
    assert.ok(content.includes(file.content.toString('base64')))
    assert.deepEqual(await portal.db.selectFrom('mail_attachment').selectAll().execute(), [], 'it goes with its mail')
  })

  it('waits while the server is busy, and is delivered once', async () => {
    server.beBusy(true)
    const before = server.delivered.length
    await queueMail(portal.db, email('bob@acme.example', 'Patience'))
    await portal.worker.drain()
    assert.equal(server.delivered.length, before)
    server.beBusy(false)
    await makeDue(portal)
    await portal.worker.drain()
    await portal.worker.drain()
    assert.deepEqual(
      server.delivered.slice(before).map(({ to }) => to),
      [['bob@acme.example']],
    )
  })

  it('waits with all others while the server is down, however often it was tried', async () => {
    await queueMail(away.db, email('kim@acme.example', 'Still there'))
    for (let tries = 0; tries < 14; tries++) {
      await away.worker.drain()
      await makeDue(away)
      await away.db.updateTable('lane').set({ paused_until: null }).execute()
    }
    const job = await away.db
      .selectFrom('job')
      .select(['failed_at', 'attempts', 'last_error'])
      .where('kind', '=', 'mail.send')
      .executeTakeFirstOrThrow()
    assert.deepEqual([job.failed_at, job.attempts], [null, 0])
    assert.match(job.last_error ?? '', /^The mail server cannot be used: /)
  })

  it('to a silent recipient server delays no one else’s code, and only that email counts an attempt', async () => {
    const before = server.delivered.length
    await queueMail(portal.db, { ...email('silent@slow.example', 'Your code'), isAwaited: true })
    const working = portal.worker.drain()
    await until(() => server.countSilent() === 1)
    const others = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name}@acme.example`)
    for (const to of others) await queueMail(portal.db, { ...email(to, 'Your code'), isAwaited: true })
    const second = portal.worker.drain()
    await until(() => server.delivered.length === before + others.length)
    assert.equal(server.countSilent(), 1, 'the silent one still waits')
    await portal.db
      .updateTable('job')
      .set({ created_at: new Date(Date.now() - 21_000) })
      .where('kind', '=', 'mail.send')
      .execute()
    assert.deepEqual(
      [await isMailLate(portal.db, 'silent@slow.example'), await isMailLate(portal.db, 'one@acme.example')],
      [true, false],
    )
    server.giveUp()
    await Promise.all([working, second])
    const [job] = await portal.db
      .selectFrom('job')
      .select(['attempts', 'failed_at'])
      .where('kind', '=', 'mail.send')
      .execute()
    assert.deepEqual(job, { attempts: 1, failed_at: null })
    assert.equal(await mailDelay(portal.db), null, 'the mail server is there')
    await portal.db.deleteFrom('job').where('kind', '=', 'mail.send').execute()
  })

  it('that a user waits for is sent before the others', async () => {
    const before = server.delivered.length
    for (let at = 0; at < 12; at++) await queueMail(portal.db, email('crowd@acme.example', `Note ${at}`))
    await queueMail(portal.db, { ...email('ann@acme.example', 'Your code'), isAwaited: true })
    await portal.worker.drain()
    const order = server.delivered.slice(before).map(({ to }) => to[0])
    assert.equal(order.length, 13)
    assert.ok(order.indexOf('ann@acme.example') < 6, order.join())
  })

  it('waits in a production installation without a mail server', async () => {
    await queueMail(real.db, email('eve@acme.example', 'Later'))
    await real.worker.drain()
    const mail = await real.db.selectFrom('mail').select('sent_at').executeTakeFirstOrThrow()
    assert.equal(mail.sent_at, null)
    const job = await real.db
      .selectFrom('job')
      .select('failed_at')
      .where('kind', '=', 'mail.send')
      .executeTakeFirstOrThrow()
    assert.equal(job.failed_at, null)
  })
})

describe('the demo mailbox', () => {
  it('shows emails as text and as JSON, newest first, whatever they contain', async () => {
    await queueMail(demo.db, email('a@demo.example', 'First', '<script>alert(1)</script>'))
    await queueMail(demo.db, email('b@demo.example', 'Second'))
    const page = await demo.send({ method: 'GET', url: '/dev/mailbox', headers: { accept: 'text/html' } })
    assert.ok(page.raw.body.indexOf('Second') < page.raw.body.indexOf('First'))
    assert.ok(!page.raw.body.includes('<script>'))
    const data = await demo.send({
      method: 'GET',
      url: '/dev/mailbox?to=a@demo.example',
      headers: { accept: 'application/json' },
    })
    const [mail, ...others] = data.raw.json<{ id: string; subject: string }[]>()
    assert.deepEqual([mail?.subject, others.length], ['First', 0])
    const sent = await demo.send({ method: 'GET', url: `/dev/mailbox/${mail?.id}`, headers: { accept: 'text/html' } })
    assert.match(String(sent.raw.headers['content-security-policy']), /sandbox/)
    assert.ok(!sent.raw.body.includes('<script>'))
  })

  it('does not exist in production, or with a mail server', async () => {
    for (const other of [real, portal])
      assert.equal((await other.send({ method: 'GET', url: '/dev/mailbox' })).status, 404)
  })
})
