import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { delivery } from '#ordering-rules/delivery/contract.ts'
import { approvals } from '#purchasing/approvals/contract.ts'
import { requesting } from '#purchasing/approvals/testing-requests.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { orders } from '../contract.ts'

const portal = await startTestPortal()
const { call, db } = portal
const { addProduct, business, codeFor, orderOf } = requesting(portal)
const buyer = await portal.addUser()

const place = async (as: TestUser, details: object, lines?: object[]) => {
  const orderItems = lines ?? [{ _id: await addProduct(), quantity: 1 }]
  const payload = { ...orderOf([], await codeFor(as), { purchaseOrder: 'PO-9', ...details }), orderItems }
  return portal.send({ method: 'POST', url: '/api/orders', payload, as })
}
const openDays = async (as: TestUser) => (await call(delivery.arrivals, { as })).body.openDays['UPS GROUND'] ?? []
const written = async (as: TestUser, id: string) => {
  const { note, attention, requestedDay, orderItems } = (await call(orders.byId, { params: { id }, as })).body
  return { note, attention, requestedDay, notes: orderItems.map((line) => line.note) }
}
const orderIdOf = ({ body }: { body: Record<string, unknown> }): string => (body['order'] as { _id: string })._id

describe('details that people write on an order', () => {
  it('are stored with the order, mailed, and kept in its file', async () => {
    const [, day = ''] = await openDays(buyer)
    const details = { note: '=Use the back door', attention: 'Dock 3', requestedDay: day }
    const lines = [
      { _id: await addProduct(), quantity: 1, note: 'Longest dating' },
      { _id: await addProduct(), quantity: 2 },
    ]
    const placed = await place(buyer, { ...details, purchaseOrder: 'PO-WRITTEN' }, lines)
    assert.equal(placed.status, 201)
    assert.deepEqual(await written(buyer, orderIdOf(placed)), { ...details, notes: ['Longest dating', undefined] })
    const mail = await db
      .selectFrom('mail')
      .select('body')
      .where('subject', 'like', '%PO-WRITTEN%')
      .executeTakeFirstOrThrow()
    for (const text of ['Attention: Dock 3', 'Your note: =Use the back door', 'Note: Longest dating'])
      assert.ok(mail.body.includes(text), text)
    const pdf = await portal.send({ url: `/api/orders/${orderIdOf(placed)}/confirmation`, as: buyer })
    assert.deepEqual([pdf.status, pdf.raw.body.slice(0, 5)], [200, '%PDF-'])
    const file = await portal.send({ url: `/api/orders/mineSAPLocal/${buyer._id}/csv`, as: buyer })
    assert.match(file.raw.body, new RegExp(`,Dock 3,${day},'=Use the back door,`))
  })

  for (const [what, note] of [
    ['HTML', '<b onclick="x()">Ring</b> & <script>alert(1)</script>'],
    ['emoji and accents', 'Ring 🔔 at café 薬局'],
    ['a formula', '=HYPERLINK("http://x.example";"y")\nsecond line'],
  ] as const)
    it(`appear as typed with ${what}, in the mail, the file, the PDF and the export`, async () => {
      const purchaseOrder = `PO ${what}`.toUpperCase()
      const orderItems = [{ _id: await addProduct(), quantity: 1, note }]
      const placed = await place(buyer, { note, attention: note.slice(0, 60), purchaseOrder }, orderItems)
      assert.equal(placed.status, 201, JSON.stringify(placed.body))
      const id = orderIdOf(placed)
      assert.equal((await written(buyer, id)).note, note)
      const { html, body } = await db
        .selectFrom('mail')
        .select(['html', 'body'])
        .where('subject', 'like', `%${purchaseOrder}%`)
        .executeTakeFirstOrThrow()
      assert.ok(body.includes(`Your note: ${note.replaceAll('\n', '\n  ')}`), body)
      assert.ok(!html?.includes('<script>') && !html?.includes('<b onclick'), 'escaped')
      const pdf = await portal.send({ url: `/api/orders/${id}/confirmation`, as: buyer })
      assert.deepEqual([pdf.status, pdf.raw.body.slice(0, 5)], [200, '%PDF-'])
      const file = await portal.send({ url: `/api/orders/mineSAPLocal/${buyer._id}/csv`, as: buyer })
      assert.ok(!/(^|,|")=/m.test(file.raw.body), 'no cell starts a formula')
    })

  it('are optional', async () => {
    const { status, body } = await place(buyer, { note: ' ', attention: '', requestedDay: null })
    assert.equal(status, 201)
    assert.deepEqual(await written(buyer, orderIdOf({ body })), {
      note: undefined,
      attention: undefined,
      requestedDay: undefined,
      notes: [undefined],
    })
  })

  it('lose control characters, and line ends where a carrier prints one line', async () => {
    const placed = await place(buyer, { note: 'Two\u0007\nlines\u202e', attention: 'Dock\u0000\n3' })
    const { note, attention } = await written(buyer, orderIdOf(placed))
    assert.deepEqual([note, attention], ['Two\nlines', 'Dock 3'])
  })

  const refused: [what: string, details: object, message: RegExp][] = [
    ['a long note', { note: 'x'.repeat(501) }, /limit is 500/],
    ['a long attention line', { attention: 'x'.repeat(61) }, /limit is 60/],
    ['a number as note', { note: 7 }, /not text/],
    ['a day that is none', { requestedDay: '2026-02-30' }, /from the list/],
    ['a word as day', { requestedDay: 'tomorrow' }, /from the list/],
    ['a day far away', { requestedDay: '12026-01-01' }, /from the list/],
  ]
  for (const [what, details, message] of refused)
    it(`are refused: ${what}`, async () => {
      const { status, body } = await place(buyer, details)
      assert.equal(status, 400)
      assert.match(String(body['message']), message)
    })

  it('include only a day with deliveries', async () => {
    const open = await openDays(buyer)
    const weekend = [1, 2, 3, 4, 5, 6, 7].map((at) => portal.day(at + 7)).find((day) => new Date(day).getUTCDay() === 0)
    for (const requestedDay of [weekend, '2020-01-06', '2099-01-05']) {
      const { status, body } = await place(buyer, { requestedDay })
      assert.deepEqual([status, body['field']], [409, 'requestedDay'])
      assert.match(String(body['message']), /We can’t deliver this order on .*20\d\d\. Choose another delivery day\./)
    }
    assert.ok(open.length > 20)
  })

  it('stay with a request for approval; a day that passed meanwhile becomes as soon as possible', async () => {
    const { approver, buyer: asker } = await business()
    const [day = ''] = await openDays(asker)
    for (const isPassed of [false, true]) {
      const product = await addProduct({ price: 10 })
      const details = { note: 'Ring twice', attention: 'Dock 3', requestedDay: day }
      const asked = { ...details, backorders: 'cancelRest' }
      const { body } = await place(asker, asked, [{ _id: product, quantity: 60, note: 'Longest dating' }])
      const { _id: id } = body['approval'] as { _id: string }
      const { body: shown } = await call(approvals.byId, { params: { id }, as: approver })
      assert.deepEqual(
        [shown.orderNote, shown.attention, shown.requestedDay, shown.backorders, shown.lines.map(({ note }) => note)],
        ['Ring twice', 'Dock 3', day, 'cancelRest', ['Longest dating']],
      )
      if (isPassed)
        await db.updateTable('approval_request').set({ requested_day: '2020-01-06' }).where('id', '=', id).execute()
      const approved = await call(approvals.approve, {
        params: { id },
        body: { lines: [{ _id: product, quantity: 40, price: 10 }] },
        as: approver,
      })
      assert.equal(approved.status, 200)
      assert.deepEqual(await written(asker, String(approved.body.orderId)), {
        ...details,
        requestedDay: isPassed ? undefined : day,
        notes: ['Longest dating'],
      })
    }
  })
})
