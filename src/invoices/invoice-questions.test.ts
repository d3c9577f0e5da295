import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { invoices } from './contract.ts'
import { askedAlready } from './question-shapes.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const acme = await portal.addUser({ account_number: '0001000001', company_name: 'Acme Pharmacy' })

await addInvoice(db, { id: '90000001', party_id: '1000001' })
await addInvoice(db, { id: 'CANARY-1', party_id: '2000002', buyer_party_id: '2000002', payer_party_id: '2000002' })

describe('a question about an invoice', () => {
  const ask = (body: object, as: TestUser, id = '90000001') =>
    portal.send({ method: 'POST', url: `/api/users/InvoiceQuestions/${id}`, payload: body, as })
  const mailsTo = (recipient: string) =>
    db.selectFrom('mail').select(['subject', 'body']).where('recipient', '=', recipient).execute()

  it('reaches the wholesaler once, stands in the trail, and is settled with an answer', async () => {
    const words = 'We were promised 10 dollars.'
    assert.equal((await ask({ reason: 'price', words }, acme)).status, 201)
    const again = await ask({ reason: 'price', words: 'Again' }, acme)
    assert.deepEqual([again.status, again.body], [409, { message: askedAlready }])
    const [mail, ...others] = await mailsTo(portal.config.CONTACT_EMAIL)
    assert.equal(others.length, 0)
    assert.ok(mail?.subject.includes('90000001') && mail.body.includes(words))

    const { body: open } = await portal.call(invoices.openQuestions, { as: admin })
    assert.deepEqual(
      open.map(({ invoiceID, customer, reason }) => [invoiceID, customer, reason]),
      [['90000001', 'Acme Pharmacy', 'price']],
    )
    const settle = () =>
      portal.call(invoices.settleQuestion, {
        params: { id: open[0]?._id ?? '' },
        body: { answer: 'A credit note follows.' },
        as: admin,
      })
    assert.equal((await settle()).status, 200)
    assert.equal((await settle()).status, 409)
    const { body } = await portal.call(invoices.byId, { params: { id: '90000001' }, as: acme })
    assert.deepEqual(
      body.questions.map(({ words: asked, answer }) => [asked, answer]),
      [[words, 'A credit note follows.']],
    )
    assert.ok((await mailsTo(acme.email)).some((one) => one.body.includes('A credit note follows.')))
    const trail = await db.selectFrom('audit_entry').select('action').where('entity_id', '=', '90000001').execute()
    assert.deepEqual(
      trail.map(({ action }) => action),
      ['invoice question asked', 'invoice question settled'],
    )
  })

  it('is refused about a stranger’s invoice, about no line of it, and without words or reason', async () => {
    assert.equal((await ask({ reason: 'other', words: 'Whose?' }, acme, 'CANARY-1')).status, 404)
    assert.equal((await ask({ reason: 'quantity', words: 'Which?', lineNo: 9 }, acme)).status, 400)
    assert.equal((await ask({ reason: 'other', words: '  ' }, acme)).status, 400)
    assert.equal((await ask({ reason: 'joke', words: 'Ha' }, acme)).status, 400)
    assert.equal((await portal.call(invoices.openQuestions, { as: acme })).status, 403)
  })

  it('is kept once when it is sent ten times at once', async () => {
    const sent = await Promise.all(Array.from({ length: 10 }, () => ask({ reason: 'charge', words: 'Why?' }, acme)))
    assert.deepEqual(sent.map(({ status }) => status).toSorted(), [201, ...Array.from({ length: 9 }, () => 409)])
  })
})
