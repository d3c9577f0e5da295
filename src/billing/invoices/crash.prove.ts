import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { sql } from 'kysely'
import { untilWaiting } from '#platform/db/testing-waiting.ts'
import { startTestPortal } from '#portal/testing.ts'
import { databaseUrl, startProcess } from '#portal/testing-process.ts'
import { queueStatements, statementKind } from './mail-statements.ts'
import { first, statementsOf } from './testing-statements.ts'

const portal = await startTestPortal()
const { db, config } = portal
const { addBusiness, choose, mailsTo } = statementsOf(portal)

const jobsOf = (businessId: string) =>
  db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', statementKind)
    .where(sql<boolean>`payload ->> 'businessId' = ${businessId}`)
    .execute()

test('a statement is mailed once if its process is killed before it is marked sent', async () => {
  const { reader } = await addBusiness()
  await choose(reader)
  const { businessId } = reader
  const holding = await portal.owner.connect()
  await holding.query('begin')
  await queueStatements(db, config.BUSINESS_TIME_ZONE, first)
  await holding.query('select from monthly_statement where business_id = $1 for update', [businessId])
  const { child } = await startProcess({
    DATABASE_URL: databaseUrl(portal.connection),
    DEMO: '0',
    TRAIL_KEY: config.TRAIL_KEY,
  })
  await untilWaiting(portal.owner)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  await holding.query('rollback')
  holding.release()
  assert.equal((await jobsOf(businessId)).length, 1, 'the job outlives its process')
  // Expires the job's lease.
  await db.updateTable('job').set({ locked_until: null }).execute()
  await portal.worker.drain()
  assert.equal((await mailsTo(reader)).length, 1)
})
