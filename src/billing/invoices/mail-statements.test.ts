import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { pdfText } from '#platform/pdf/testing-pdf.ts'
import { buildPortal } from '#portal/app.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { connectErp } from '#erp/connect-erp.ts'
import { invoices } from './contract.ts'
import { queueStatements, statementKind } from './mail-statements.ts'
import { first, month, statementsOf } from './testing-statements.ts'

const portal = await startTestPortal()
const { db, config } = portal
const { addBusiness, choose, mailsTo } = statementsOf(portal)
const zone = config.BUSINESS_TIME_ZONE
const admin = await portal.addUser({ is_admin: true })
const rep = await portal.addUser({ is_sales_rep: true })

describe('the monthly statement email', () => {
  it('is off by default and turned on by each user for themselves', async () => {
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

  it('is sent once in the first days of a month, with the PDF, to subscribed users', async () => {
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
      const text = pdfText(mail?.content ?? Buffer.from(''))
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

  it('is sent when the month begins in the business’s time zone', async () => {
    const { reader } = await addBusiness()
    // 3 AM UTC on the 1st is still October in New York.
    await choose(reader, true, '2026-11-01T03:00:00Z')
    assert.equal(await queueStatements(db, 'UTC', first), 0)
    assert.equal(await queueStatements(db, 'America/New_York', first), 1)
    await portal.worker.drain()
  })

  it('is not sent without invoices', async () => {
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

  it('is not sent to deleted accounts', async () => {
    const { reader } = await addBusiness()
    await choose(reader)
    await portal.send({ method: 'DELETE', url: `/api/users/${reader._id}`, payload: { reason: 'Left' }, as: admin })
    const wishes = await db.selectFrom('statement_wish').selectAll().where('user_id', '=', reader._id).execute()
    assert.deepEqual(wishes, [])
  })
})

describe('each statement is sent once', () => {
  it('with two workers that queue and print concurrently', async () => {
    const businesses = await Promise.all(Array.from({ length: 6 }, () => addBusiness()))
    for (const { reader } of businesses) await choose(reader)
    const other = await buildPortal({ config, db, erp: connectErp(config) })
    await Promise.all([1, 2, 3].map(() => queueStatements(db, zone, first)))
    await Promise.all([portal.worker.drain(), other.worker.drain()])
    await portal.worker.drain()
    await other.http.close()
    for (const { reader } of businesses) assert.equal((await mailsTo(reader)).length, 1)
  })

  it('when the job of a finished month runs again', async () => {
    const { reader } = await addBusiness()
    await choose(reader)
    await queueStatements(db, zone, first)
    await portal.worker.drain()
    const { businessId } = reader
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
