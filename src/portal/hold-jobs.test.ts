import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeEmail } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { holdJobs, releaseJobs } from './hold-jobs.ts'
import { startTestPortal } from './testing.ts'

const { db, worker } = await startTestPortal()

const sent = async () =>
  (await db.selectFrom('mail').where('sent_at', 'is not', null).select('subject').execute()).map(
    ({ subject }) => subject,
  )

const mail = (subject: string) => queueMail(db, composeEmail({ to: 'ann@acme.example', subject, parts: [] }))

test('what waited in a backup goes out when somebody says so, and what is new at once', async () => {
  await mail('Old')
  await enqueue(db, { kind: 'reports.nothing', key: 'stays' })
  assert.equal(await holdJobs(db), 1)
  await mail('New')
  await worker.drain()
  assert.deepEqual(await sent(), ['New'])
  assert.equal(await releaseJobs(db), 1)
  await worker.drain()
  assert.deepEqual((await sent()).toSorted(), ['New', 'Old'])
  assert.equal(await releaseJobs(db), 0)
})
