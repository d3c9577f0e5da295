import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { assertLedgerSums } from '#catalog/testing-orders.ts'
import { monitoring } from '#compliance/monitoring/contract.ts'
import { ruleOf as rule } from '#compliance/monitoring/rule-shapes.ts'
import { composeOrder } from '#erp/export/compose-order.ts'
import { orders } from '#orders/contract.ts'
import { monitoringFixtures } from '#orders/checkout/testing-monitoring.ts'
import { addHold } from '#orders/testing-holds.ts'
import type { NewRow } from '#platform/db/tables.ts'
import { startTestPortal } from '#portal/testing.ts'
import { orderChanges } from './contract.ts'
import { changing } from './testing-changes.ts'

const portal = await startTestPortal()
const { db, call } = portal
const { place, change, changesOf, orderById, stockOf } = changing(portal)
const admin = await portal.addUser({ is_admin: true, name: 'Ada', last_name: 'Min' })
const director = await portal.addUser({ is_admin: true, is_read_only: true })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '' })
const buyer = await portal.addUser({ name: 'Bo', last_name: 'Yer' })
const stranger = await portal.addUser()

const setOrder = (id: string, facts: Partial<NewRow<'sales_order'>>) =>
  db.updateTable('sales_order').where('id', '=', id).set(facts).execute()
/** What the last emails to a person are about, codes aside. */
const mailsTo = async (email: string) =>
  (await db.selectFrom('mail').select('subject').where('recipient', '=', email).orderBy('created_at').execute())
    .map(({ subject }) => subject)
    .filter((subject) => !subject.startsWith('Your verification code'))

describe('an order that has not left the portal', () => {
  it('is lowered immediately: totals, stock, mail, and what the ERP will get', async () => {
    const { id, products } = await place(buyer, [10, 5, 3])
    const { status, body } = await change(buyer, id, [
      [1, 10, 4],
      [2, 5, 0],
    ])
    assert.deepEqual([status, body.way, body.message], [200, 'now', 'Order changed'])
    const order = await orderById(buyer, id)
    assert.deepEqual([order.itemsPrice, order.totalPrice, order.canceledLines], [70, 70, 2])
    assert.deepEqual(
      order.orderItems.map(({ quantity, canceledQuantity }) => [quantity, canceledQuantity]),
      [
        [10, 6],
        [5, 5],
        [3, undefined],
      ],
    )
    assert.deepEqual(await Promise.all(products.map(stockOf)), [96, 100, 97])
    const sent = await composeOrder(db, id)
    assert.deepEqual(
      sent?.lines.map(({ lineNo, quantity }) => [lineNo, quantity]),
      [
        [1, 4],
        [3, 3],
      ],
    )
    const { changes, way, lines } = await changesOf(buyer, id)
    assert.equal(way, 'now')
    assert.deepEqual(
      lines.map(({ quantity }) => quantity),
      [4, 0, 3],
    )
    assert.equal(changes[0]?.by, 'Bo Yer')
    assert.deepEqual(
      changes[0]?.lines.map(({ from, to, state }) => [from, to, state]),
      [
        [10, 4, 'done'],
        [5, 0, 'done'],
      ],
    )
    assert.equal((await mailsTo(buyer.email)).at(-1), 'Your order was changed')
    await assertLedgerSums(portal)
  })

  it('is canceled with its last piece and stays in the history with person and reason', async () => {
    const { id, products } = await place(buyer, [2, 3])
    await change(buyer, id, [[1, 2, 0]])
    assert.equal((await change(buyer, id, [[2, 3, 0]])).status, 200)
    const order = await orderById(buyer, id)
    assert.equal(order.isCancelled, true)
    assert.deepEqual([order.canceled?.by, order.canceled?.reason], ['Bo Yer', 'Ordered too much'])
    assert.deepEqual(await Promise.all(products.map(stockOf)), [100, 100])
    assert.equal(await composeOrder(db, id), null)
    assert.deepEqual([(await changesOf(buyer, id)).way, (await change(buyer, id, [[1, 2, 1]])).status], [null, 409])
  })

  it('is refused in plain words when the input is bad, and nothing changes', async () => {
    const { id } = await place(buyer, [12, 12], { order_multiple: 6, order_minimum: 6 })
    type Case = [lines: unknown, status: number, words: RegExp]
    const cases: Case[] = [
      [[{ line: 1, from: 12, to: 12 }], 400, /can only be lowered/],
      [[{ line: 1, from: 12, to: 18 }], 400, /can only be lowered/],
      [[{ line: 1, from: 12, to: -1 }], 400, /can’t be negative/],
      [[{ line: 1, from: 12, to: 1.5 }], 400, /whole number/],
      ...['3', '1e1', '１', ' 2 ', '', null, [6], true].map((to): Case => [
        [{ line: 1, from: 12, to }],
        400,
        /whole number/,
      ]),
      [[{ line: 1, from: 12, to: 1e21 }], 400, /./],
      [[{ line: 1, from: 12, to: 10_000 }], 400, /at most 9,999/],
      [[{ line: 1e9, from: 12, to: 6 }], 400, /./],
      [[{ line: 1, from: '12', to: 6 }], 400, /./],
      [[{ line: 1, from: 12, to: 4 }], 400, /multiples of 6/],
      [[{ line: 1, from: 11, to: 6 }], 409, /has changed since/],
      [[{ line: 3, from: 12, to: 6 }], 400, /no line 3/],
      [[{ line: 0, from: 12, to: 6 }], 400, /./],
      [[], 400, /Choose what to change/],
      ['all', 400, /./],
      [
        [
          { line: 1, from: 12, to: 6 },
          { line: 1, from: 12, to: 0 },
        ],
        400,
        /only once/,
      ],
    ]
    for (const [lines, status, words] of cases) {
      const answered = await portal.send({
        method: 'POST',
        url: `/api/orders/${id}/changes`,
        as: buyer,
        payload: { lines },
      })
      assert.equal(answered.status, status, JSON.stringify([lines, answered.body]))
      assert.match(String(answered.body['message']), words)
    }
    assert.equal((await orderById(buyer, id)).totalPrice, 240)
    assert.deepEqual((await changesOf(buyer, id)).changes, [])
  })

  it('is changed by its business, its sales rep and admins only', async () => {
    const { id } = await place(buyer, [10])
    assert.equal((await change(stranger, id, [[1, 10, 9]])).status, 404)
    assert.equal((await call(orderChanges.list, { params: { id }, as: stranger })).status, 404)
    assert.equal((await change(rep, id, [[1, 10, 9]])).status, 404)
    assert.equal((await change(director, id, [[1, 10, 9]])).status, 403)
    assert.equal((await change(buyer, randomUUID(), [[1, 10, 9]])).status, 404)
    const forCustomer = { headers: { 'ordering-for': buyer._id } }
    assert.equal((await change(rep, id, [[1, 10, 9]], forCustomer)).status, 200)
    assert.equal((await change(admin, id, [[1, 9, 8]])).status, 200)
    const { changes } = await changesOf(buyer, id)
    assert.deepEqual(
      changes.map(({ by }) => by),
      ['Test Buyer', 'Ada Min'],
    )
  })

  it('is changed once by a double click, and by one of two people', async () => {
    const { id } = await place(buyer, [10])
    const key = { headers: { 'idempotency-key': randomUUID() } }
    const twice = await Promise.all([change(buyer, id, [[1, 10, 8]], key), change(buyer, id, [[1, 10, 8]], key)])
    assert.ok(twice.some(({ status }) => status === 200))
    assert.equal((await change(buyer, id, [[1, 10, 8]], key)).status, 200)
    assert.equal((await changesOf(buyer, id)).changes.length, 1)
    const both = await Promise.all([change(buyer, id, [[1, 8, 5]]), change(admin, id, [[1, 8, 2]])])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    assert.equal((await changesOf(buyer, id)).changes.length, 2)
    await assertLedgerSums(portal)
  })

  for (const [facts, words] of [
    [{ erp_state: 'sending' }, /being sent right now/],
    [{ erp_state: 'unknown' }, /whether this order has arrived/],
    [{ erp_state: 'conflict' }, /waits for a decision/],
    [{ erp_state: 'linked', erp_status: '2' }, /already being shipped/],
    [{ erp_state: 'linked', erp_status: '3' }, /already shipped/],
    [{ is_delivered: true }, /already shipped/],
    [{ erp_created: true }, /not placed here/],
    [{ is_cancelled: true }, /canceled/],
  ] satisfies [Partial<NewRow<'sales_order'>>, RegExp][])
    it(`is not changed with ${JSON.stringify(facts)}, and the page says why`, async () => {
      const { id } = await place(buyer, [10])
      await setOrder(id, facts)
      const { way, why } = await changesOf(buyer, id)
      assert.equal(way, null)
      assert.match(why, words)
      const refused = await change(buyer, id, [[1, 10, 5]])
      assert.deepEqual([refused.status, refused.body.message], [409, why])
    })

  it('on hold for a license is changed immediately, and goes on if that ends the reason', async () => {
    const { id } = await place(buyer, [4, 4])
    await setOrder(id, { erp_state: 'held' })
    await addHold(db, id)
    assert.equal((await change(buyer, id, [[2, 4, 0]])).body.way, 'now')
    assert.equal((await orderById(buyer, id)).handOver, 'waiting')
  })

  it('keeps its price per piece, whatever a smaller quantity costs now', async () => {
    const { id, products } = await place(buyer, [10, 10])
    await db.updateTable('product').where('id', 'in', products).set({ price: 99 }).execute()
    await change(buyer, id, [
      [1, 10, 1],
      [2, 10, 0],
    ])
    const order = await orderById(buyer, id)
    assert.deepEqual([order.orderItems[0]?.price, order.itemsPrice, order.totalPrice], [10, 10, 10])
    assert.equal((await composeOrder(db, id))?.lines[0]?.price, 10)
  })

  for (const [to, word] of [
    [1, 'lowered'],
    [0, 'canceled'],
  ] as const)
    it(`that is paid leaves a note to refund if it is ${word}`, async () => {
      const { id } = await place(buyer, [4])
      await setOrder(id, { is_paid: true, paid_at: new Date() })
      assert.equal((await change(buyer, id, [[1, 4, to]])).status, 200)
      const notes = await db.selectFrom('erp_exception').select('message').where('order_id', '=', id).execute()
      assert.deepEqual(
        notes.map(({ message }) => message),
        [`An order that is paid was ${word} before it reached the ERP. Refund the difference.`],
      )
    })

  it('is not changed while a card or PayPal payment is being captured', async () => {
    const { id } = await place(buyer, [4])
    await db
      .insertInto('payment')
      .values({ id: randomUUID(), order_id: id, provider: 'paypal', attempt: 1, cents: 4_000, state: 'taking' })
      .execute()
    const { way, why } = await changesOf(buyer, id)
    assert.deepEqual([way, why], [null, 'A payment of this order is in progress. Try again in a few minutes.'])
    assert.equal((await change(buyer, id, [[1, 4, 1]])).status, 409)
  })

  it('follows today’s pack multiple and minimum, which the page names before the press', async () => {
    const { id, products } = await place(buyer, [24])
    await db.updateTable('product').set({ order_multiple: 4, order_minimum: 10 }).where('id', 'in', products).execute()
    const { lines } = await changesOf(buyer, id)
    assert.deepEqual(
      lines.map(({ multiple, minimum }) => [multiple, minimum]),
      [[4, 10]],
    )
    for (const [to, words] of [
      [18, /multiples of 4/],
      [8, /At least 12 in one order/],
    ] as const) {
      const { status, body } = await change(buyer, id, [[1, 24, to]])
      assert.equal(status, 400)
      assert.match(body.message ?? '', words)
    }
    assert.equal((await change(buyer, id, [[1, 24, 12]])).status, 200)
    assert.equal((await change(buyer, id, [[1, 12, 0]])).status, 200)
  })
})

describe('an order that the ERP rejected', () => {
  it('is lowered here, and the next attempt sends what is left', async () => {
    const { id } = await place(buyer, [10])
    await setOrder(id, { erp_state: 'rejected' })
    assert.equal((await change(buyer, id, [[1, 10, 4]])).body.way, 'now')
    assert.equal((await composeOrder(db, id))?.lines[0]?.quantity, 4)
  })
})

describe('an order under review', () => {
  it('takes one request of two people, and the other is refused in plain words', async () => {
    const { id } = await place(buyer, [6])
    await setOrder(id, { erp_state: 'held' })
    await addHold(db, id, { kind: 'review', reason: 'Under review' })
    const both = await Promise.all([change(buyer, id, [[1, 6, 2]]), change(admin, id, [[1, 6, 3]])])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    assert.equal((await changesOf(buyer, id)).changes.length, 1)
  })

  it('is only asked; the review goes on, and its outcome decides', async () => {
    const { id, products } = await place(buyer, [6, 6])
    await setOrder(id, { erp_state: 'held' })
    await addHold(db, id, { kind: 'review', reason: 'Under review' })
    const { body } = await change(buyer, id, [[1, 6, 2]])
    assert.deepEqual([body.way, body.message], ['review', 'Change requested'])
    const { changes, way } = await changesOf(buyer, id)
    assert.deepEqual([changes[0]?.endedAt, changes[0]?.lines[0]?.state, way], [null, 'asked', null])
    assert.deepEqual([(await orderById(buyer, id)).totalPrice, await stockOf(products[0] ?? '')], [120, 94])
    assert.equal((await change(admin, id, [[1, 6, 3]])).status, 409)
    assert.equal((await call(orders.remove, { params: { id }, query: {}, as: admin })).status, 409)
  })
})

describe('the outcome of a review', () => {
  const { addControlled, sign, addYear, addCustomer, place: order, reviewOf } = monitoringFixtures(portal, admin)

  /** An order of 50 bottles where 10 a month are usual, of which its buyer wants only 20. */
  const flagged = async () => {
    await sign([rule('past', { limit: 2 })])
    const product = await addControlled(`drug ${randomUUID()}`)
    const customer = await addCustomer()
    await addYear(customer, product, 10)
    const { body } = await order(customer, { [product]: 50 })
    const id = body.order._id
    const review = await reviewOf(id)
    assert.ok(review)
    assert.equal((await change(customer, id, [[1, 50, 20]])).body.way, 'review')
    return { customer, id, params: { id: review.id } }
  }
  const read = async (params: { id: string }) => (await call(monitoring.review, { params, as: admin })).body

  it('that releases the order carries out what was asked, before it is exported', async () => {
    const { customer, id, params } = await flagged()
    for (const { _id: flag } of (await read(params)).flagList) {
      const { __v } = await read(params)
      const body = { evidence: 'Letter on file.', __v }
      await call(monitoring.answer, { params: { ...params, flag }, body, as: admin })
    }
    const { __v } = await read(params)
    const released = await call(monitoring.dispel, {
      params,
      body: { decision: 'Plausible.', __v },
      as: await portal.addUser({ is_admin: true }),
    })
    assert.equal(released.status, 200, released.raw.body)
    const [asked] = (await changesOf(customer, id)).changes
    assert.equal(asked?.lines[0]?.state, 'done')
    assert.equal((await orderById(customer, id)).handOver, 'waiting')
    assert.equal((await composeOrder(db, id))?.lines[0]?.quantity, 20)
  })

  it('that reports the order leaves it as it was placed', async () => {
    const { customer, id, params } = await flagged()
    const { __v } = await read(params)
    assert.equal(
      (await call(monitoring.report, { params, body: { decision: 'Not plausible.', __v }, as: admin })).status,
      200,
    )
    const { way, why, changes } = await changesOf(customer, id)
    const closed = 'The order can no longer be changed. Contact us.'
    const [line] = changes[0]?.lines ?? []
    assert.deepEqual([way, why, line?.state, line?.answer], [null, closed, 'refused', closed])
    assert.ok(changes[0]?.endedAt)
    assert.deepEqual((await change(customer, id, [[1, 50, 20]])).body, { message: closed })
    assert.equal((await mailsTo(customer.email)).at(-1), 'Your change of an order was not possible')
    assert.equal((await orderById(customer, id)).orderItems[0]?.canceledQuantity, undefined)
  })
})

describe('an order in the ERP', () => {
  const linked = async (facts: Partial<NewRow<'sales_order'>> = {}) => {
    const { id } = await place(buyer, [10])
    await setOrder(id, { erp_state: 'linked', erp_id: String(Math.floor(Math.random() * 1e8)), ...facts })
    return id
  }

  it('is not changed while the portal has no connection to the ERP', async () => {
    const id = await linked({ erp_status: '1' })
    const { way, why } = await changesOf(buyer, id)
    assert.deepEqual([way, why], [null, 'Our warehouse system can’t be reached. Contact us to change this order.'])
    assert.equal((await change(buyer, id, [[1, 10, 5]])).status, 409)
  })
})
