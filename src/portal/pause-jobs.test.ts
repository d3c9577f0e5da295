import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { composeEmail } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import { pauseJobs, resumeJobs } from './pause-jobs.ts'
import { startTestPortal } from './testing.ts'

const { db, worker, send, catalogue } = await startTestPortal()

const sent = async () =>
  (await db.selectFrom('mail').where('sent_at', 'is not', null).select('subject').execute()).map(
    ({ subject }) => subject,
  )

const mail = (subject: string) => queueMail(db, composeEmail('ann@acme.example', subject, []))

const due = async (kind: string) =>
  (await db.selectFrom('job').where('kind', '=', kind).where('failed_at', 'is', null).select('id').execute()).length

test('after a restore no job with external effects runs, whatever its kind', async () => {
  await worker.queueRecurring()
  await worker.drain()
  await mail('Old')
  const held = await pauseJobs(db)
  assert.ok(held.some(({ kind, count }) => kind === 'mail.send' && count === 1))
  // All job kinds of this portal, and an unknown one.
  const { rows } = await sql<{ kind: string }>`select distinct kind from job`.execute(db)
  assert.deepEqual(
    held.map(({ kind }) => kind),
    rows.map(({ kind }) => kind).toSorted(),
  )
  await mail('New')
  await db.updateTable('job').set({ run_at: new Date() }).where('failed_at', 'is', null).execute()
  const before = await db.selectFrom('mail').select('id').execute()
  await worker.drain()
  assert.deepEqual(await sent(), [])
  assert.deepEqual(await db.selectFrom('mail').select('id').execute(), before, 'no job wrote a mail')
  const ran = await sql<{ kind: string }>`
    select kind from job where run_at > now() and failed_at is null order by kind`.execute(db)
  assert.deepEqual(
    ran.rows.map(({ kind }) => kind),
    [
      'catalogue.count-purchases',
      'compliance.count-schedules',
      'reports.compact-sales',
      'reports.count-breakdowns',
      'reports.relate-products',
      'traceability.check-deliveries',
    ],
  )
  assert.equal(await due('mail.send'), 2)
  await catalogue.current()
  const { body } = await send({ method: 'GET', url: '/readyz' })
  assert.match(JSON.stringify(body), /Jobs are on hold after a restore/)
})

test('new jobs can be released alone, and the old ones later', async () => {
  assert.ok((await resumeJobs(db, { onlyNew: true })) > 0)
  await worker.drain()
  assert.deepEqual(await sent(), ['New'])
  assert.equal(await resumeJobs(db), 1)
  await worker.drain()
  assert.deepEqual((await sent()).toSorted(), ['New', 'Old'])
  assert.equal(await resumeJobs(db), 0)
})
