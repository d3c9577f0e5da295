import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addInvoice, addListedOrder } from '#orders/history/testing-lists.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { reports } from '#reports/contract.ts'
import { invoices } from './contract.ts'
import { alreadySubmittedMessage } from './question-shapes.ts'

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

  it('is emailed to the wholesaler once, audited, and settled with an answer', async () => {
    const words = 'We were promised 10 dollars.'
    assert.equal((await ask({ reason: 'price', words }, acme)).status, 201)
    const again = await ask({ reason: 'price', words: 'Again' }, acme)
    assert.deepEqual([again.status, again.body], [409, { message: alreadySubmittedMessage }])
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

  it('is listed as open, with the agreed and billed price of its line', async () => {
    const id = await addListedOrder(db, { user_id: acme._id, bill_to_party_id: '1000001' })
    const contract = { name: 'Northeast GPO', contractNumber: 'C-7', until: null, percentOff: null, fromQuantity: 1 }
    await db
      .insertInto('order_line')
      .values({
        order_id: id,
        line_no: 1,
        product_id: null,
        name: 'Amoxicillin 500 mg',
        slug: '00093-3109-01',
        quantity: 10,
        price: 4.1,
        price_source: JSON.stringify(contract),
      })
      .execute()
    await addInvoice(db, { id: '90000007', party_id: '1000001', order_id: id })
    await db
      .insertInto('invoice_line')
      .values({ invoice_id: '90000007', line_no: 1, product_number: '0093-3109-01', quantity: 10, net_amount: 52 })
      .execute()
    assert.equal((await ask({ reason: 'price', words: 'Too much', lineNo: 1 }, acme, '90000007')).status, 201)
    const { questions } = (await portal.call(reports.attention, { as: admin })).body
    const { billed, agreed, agreedBy } = questions.rows.find(({ invoiceID }) => invoiceID === '90000007') ?? {}
    assert.deepEqual([billed, agreed, agreedBy], [5.2, 4.1, 'Contract C-7, Northeast GPO'])
    assert.equal(questions.count, questions.rows.length)
  })

  it('is refused for another customer’s invoice, an unknown line, and without text or reason', async () => {
    assert.equal((await ask({ reason: 'other', words: 'Whose?' }, acme, 'CANARY-1')).status, 404)
    assert.equal((await ask({ reason: 'quantity', words: 'Which?', lineNo: 9 }, acme)).status, 400)
    assert.equal((await ask({ reason: 'other', words: '  ' }, acme)).status, 400)
    assert.equal((await ask({ reason: 'joke', words: 'Ha' }, acme)).status, 400)
    assert.equal((await portal.call(invoices.openQuestions, { as: acme })).status, 403)
  })

  it('is saved once when it is sent ten times concurrently', async () => {
    const sent = await Promise.all(Array.from({ length: 10 }, () => ask({ reason: 'charge', words: 'Why?' }, acme)))
    assert.deepEqual(sent.map(({ status }) => status).toSorted(), [201, ...Array.from({ length: 9 }, () => 409)])
  })
})
