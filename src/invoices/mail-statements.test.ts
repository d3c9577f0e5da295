import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { untilWaiting } from '#platform/db/testing-waiting.ts'
import { textIn } from '#platform/pdf/testing-pdf.ts'
import { buildPortal } from '#portal/app.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { databaseUrl, startProcess } from '#portal/testing-process.ts'
import { connectErp } from '#erp/connect-erp.ts'
import { invoices } from './contract.ts'
import { queueStatements, statementKind } from './mail-statements.ts'

const portal = await startTestPortal()
const { db, config } = portal
const zone = config.BUSINESS_TIME_ZONE
const admin = await portal.addUser({ is_admin: true })
const rep = await portal.addUser({ is_sales_rep: true })

/** What is sent on the first of this month states the one before. */
const month = '2026-10'
const first = '2026-11-01'

let numbers = 5_000_000

const addBusiness = async ({ invoiceDate = '2026-10-12', openAmount = 80 } = {}) => {
  const account = String(++numbers)
  const reader = await portal.addUser({ account_number: account, company_name: `Pharmacy ${account}` })
  await addInvoice(db, {
    id: `INV-${account}`,
    party_id: account,
    buyer_party_id: account,
    payer_party_id: account,
    invoice_date: invoiceDate,
    due_date: '2026-10-20',
    release_status_code: '3',
    total_net_amount: 100,
    total_gross_amount: 100,
    open_amount: openAmount,
    open_amount_at: new Date(),
  })
  return { account, reader }
}

const choose = async (as: TestUser, isWanted = true, since = '2026-10-05T12:00:00Z') => {
  const { status } = await portal.call(invoices.chooseStatementByMail, { body: { isWanted }, as })
  assert.equal(status, 200)
  await db.updateTable('statement_wish').set({ chosen_at: since }).where('user_id', '=', as._id).execute()
}

const mailsTo = async ({ email }: TestUser) =>
  db
    .selectFrom('mail')
    .leftJoin('mail_attachment', 'mail_id', 'id')
    .select(['subject', 'body', 'name', 'content'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()

const jobsOf = (businessId: string) =>
  db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', statementKind)
    .where(sql<boolean>`payload ->> 'businessId' = ${businessId}`)
    .execute()

describe('the statement by mail', () => {
  it('is chosen by each user of a business for himself, and by nobody at first', async () => {
    const { account, reader } = await addBusiness()
    const colleague = await portal.addUser({ account_number: account })
    const asked = async (as: TestUser) => (await portal.call(invoices.statementByMail, { as })).body.isWanted
    assert.equal(await asked(reader), false)
    await choose(reader)
    await choose(reader)
    assert.deepEqual([await asked(reader), await asked(colleague)], [true, false])
    await choose(reader, false)
    assert.equal(await asked(reader), false)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_entry where action = 'statements by mail' and entity_id = ${reader._id}`.execute(
      db,
    )
    assert.equal(rows[0]?.n, 2, 'what holds already is no change')
    for (const as of [admin, rep]) {
      assert.equal((await portal.call(invoices.statementByMail, { as })).status, 403)
      assert.equal((await portal.call(invoices.chooseStatementByMail, { body: { isWanted: true }, as })).status, 403)
    }
    assert.equal((await portal.call(invoices.statementByMail)).status, 401)
    const url = '/api/users/StatementByMail'
    for (const payload of [{}, { isWanted: 'yes' }, { isWanted: null }])
      assert.equal((await portal.send({ method: 'PUT', url, payload, as: reader })).status, 400)
  })

  it('comes with the PDF on the first days of a month, once, to those of the business who chose it', async () => {
    const { account, reader } = await addBusiness()
    const second = await portal.addUser({ account_number: account })
    const silent = await portal.addUser({ account_number: account })
    const gone = await portal.addUser({ account_number: account })
    const late = await portal.addUser({ account_number: account })
    for (const one of [reader, second, gone]) await choose(one)
    await choose(late, true, '2026-11-02T12:00:00Z')
    await db.updateTable('user_account').set({ is_active: false }).where('id', '=', gone._id).execute()

    assert.equal(await queueStatements(db, zone, '2026-10-31'), 0, 'not before the month is over')
    assert.equal(await queueStatements(db, zone, '2026-11-08'), 0, 'nor when nobody waits for it any more')
    assert.equal(await queueStatements(db, zone, '2026-11-02'), 1)
    assert.equal(await queueStatements(db, zone, '2026-11-03'), 0)
    await portal.worker.drain()
    await portal.worker.drain()

    for (const one of [reader, second]) {
      const [mail, ...others] = await mailsTo(one)
      assert.deepEqual(others, [])
      assert.equal(mail?.subject, 'Statement for October 2026')
      assert.match(mail?.body ?? '', /Open today: \$80\.00/)
      assert.equal(mail?.name, `statement-${month}-${account}.pdf`)
      const text = textIn(mail?.content ?? Buffer.from(''))
      assert.ok(text.includes(`INV-${account}`) && text.includes(`Pharmacy ${account}`))
      assert.match(text, /days overdue/)
    }
    for (const one of [silent, gone]) assert.deepEqual(await mailsTo(one), [])
    assert.equal((await queueStatements(db, zone, '2026-12-01')) > 0, true, 'the next month has its own')
    await portal.worker.drain()
    assert.deepEqual(
      (await mailsTo(late)).map(({ subject }) => subject),
      ['Statement for November 2026'],
    )
  })

  it('waits until the month begins where the business is', async () => {
    const { reader } = await addBusiness()
    // Three in the morning of the first, by UTC, is still October in New York.
    await choose(reader, true, '2026-11-01T03:00:00Z')
    assert.equal(await queueStatements(db, 'UTC', first), 0)
    assert.equal(await queueStatements(db, 'America/New_York', first), 1)
    await portal.worker.drain()
  })

  it('does not come where there is nothing to state', async () => {
    const { reader } = await addBusiness({ invoiceDate: '2026-08-12', openAmount: 0 })
    await choose(reader)
    await queueStatements(db, zone, first)
    await portal.worker.drain()
    assert.deepEqual(await mailsTo(reader), [])
    const settled = await db
      .selectFrom('monthly_statement')
      .select(['mails', 'settled_at'])
      .where('business_id', '=', reader.businessId)
      .executeTakeFirstOrThrow()
    assert.equal(settled.mails, 0)
    assert.ok(settled.settled_at)
  })

  it('is of the one who left it no more once his account is deleted', async () => {
    const { reader } = await addBusiness()
    await choose(reader)
    await portal.send({ method: 'DELETE', url: `/api/users/${reader._id}`, payload: { reason: 'Left' }, as: admin })
    const wishes = await db.selectFrom('statement_wish').selectAll().where('user_id', '=', reader._id).execute()
    assert.deepEqual(wishes, [])
  })
})

describe('exactly once', () => {
  it('holds with two processes that ask and print at once', async () => {
    const businesses = await Promise.all(Array.from({ length: 6 }, () => addBusiness()))
    for (const { reader } of businesses) await choose(reader)
    const other = await buildPortal({ config, db, erp: connectErp(config) })
    await Promise.all([1, 2, 3].map(() => queueStatements(db, zone, first)))
    await Promise.all([portal.worker.drain(), other.worker.drain()])
    await portal.worker.drain()
    await other.http.close()
    for (const { reader } of businesses) assert.equal((await mailsTo(reader)).length, 1)
  })

  it('holds when the process is killed before it has settled, and when its job is run again after', async () => {
    const { reader } = await addBusiness()
    await choose(reader)
    const { businessId } = reader
    const holding = await portal.owner.connect()
    await holding.query('begin')
    await queueStatements(db, zone, first)
    await holding.query('select from monthly_statement where business_id = $1 for update', [businessId])
    const { child } = await startProcess({
      DATABASE_URL: databaseUrl(portal.connection),
      DEMO: '0',
      TRAIL_KEY: config.TRAIL_KEY,
    })
    await untilWaiting(portal.owner)
    const isDead = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await isDead
    await holding.query('rollback')
    holding.release()
    assert.equal((await jobsOf(businessId)).length, 1, 'the job outlives its process')
    // As if its lease had run out.
    await db.updateTable('job').set({ locked_until: null }).execute()
    await portal.worker.drain()
    assert.equal((await mailsTo(reader)).length, 1)

    await db
      .insertInto('job')
      .values({
        id: businessId,
        kind: statementKind,
        lane: statementKind,
        payload: JSON.stringify({ businessId, month }),
      })
      .execute()
    await portal.worker.drain()
    assert.equal((await mailsTo(reader)).length, 1)
  })
})
