import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal } from './testing.ts'
import { newId } from '#platform/db/new-id.ts'

const portal = await startTestPortal({ environment: { RATE_LIMITS: '1', RETENTION_DAYS: '20' } })
const { db } = portal
const ago = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

const addRecords = async (userId: string, days: number) => {
  const hash = () => randomBytes(32)
  const over = { created_at: ago(days), expires_at: ago(days - 1) }
  await db
    .insertInto('attempt')
    .values({ key: newId(), count: 1, window_ends_at: ago(days) })
    .execute()
  await db
    .insertInto('session')
    .values({ user_id: userId, token_hash: hash(), ...over })
    .execute()
  await db
    .insertInto('password_key')
    .values({ user_id: userId, purpose: 'reset', key_hash: hash(), ...over })
    .execute()
  await db
    .insertInto('email_proof')
    .values({ id: newId(), user_id: userId, email: 'new@acme.example', key_hash: hash(), ...over })
    .execute()
  await db
    .insertInto('one_time_code')
    .values({ user_id: userId, for_user_id: userId, code_hmac: hash(), tries_left: 5, ...over })
    .execute()
  await db
    .insertInto('known_device')
    .values({ user_id: userId, token_hash: hash(), last_used_at: ago(days * 10) })
    .execute()
  await db
    .insertInto('answered_request')
    .values({ key_hash: newId(), request_hash: '', created_at: ago(days) })
    .execute()
  const letter = { recipient: 'ann@acme.example', subject: '', html: '', body: '' }
  await db
    .insertInto('mail')
    .values({ id: newId(), ...letter, created_at: ago(days) })
    .execute()
  for (const kind of ['mail.send', 'accounts.send-reset-link', 'erp.export-order'])
    await db
      .insertInto('job')
      .values({ id: newId(), kind, lane: kind, payload: '{}', failed_at: ago(days) })
      .execute()
}

const countOf = async () => {
  const counts: Record<string, number> = {}
  for (const table of [
    'attempt',
    'session',
    'password_key',
    'email_proof',
    'one_time_code',
    'known_device',
    'answered_request',
    'mail',
  ] as const) {
    const rows = await db
      .selectFrom(table)
      .select(sql`1`.as('one'))
      .execute()
    counts[table] = rows.length
  }
  const jobs = await db.selectFrom('job').select('kind').where('failed_at', 'is not', null).orderBy('kind').execute()
  return { ...counts, failed: jobs.map(({ kind }) => kind) }
}

test('expired records are removed within the hour, failed ones after the retention period, orders never', async () => {
  const [young, old] = [await portal.addUser(), await portal.addUser()]
  await addRecords(young._id, -1)
  await addRecords(old._id, 21)
  await portal.worker.queueRecurring()
  await portal.worker.drain()
  assert.deepEqual(await countOf(), {
    attempt: 1,
    session: 3,
    password_key: 1,
    email_proof: 1,
    one_time_code: 1,
    known_device: 1,
    answered_request: 1,
    mail: 1,
    failed: ['accounts.send-reset-link', 'erp.export-order', 'erp.export-order', 'mail.send'],
  })

  const { run_at } = await db
    .selectFrom('job')
    .select(sql<boolean>`run_at between now() + interval '50 minutes' and now() + interval '70 minutes'`.as('run_at'))
    .where('kind', '=', 'portal.purge')
    .executeTakeFirstOrThrow()
  assert.equal(run_at, true)
})
