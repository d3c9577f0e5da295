import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { orders } from '../contract.ts'
import type { Order } from '../order-shapes.ts'
import { placing } from './testing-placement.ts'

const portal = await startTestPortal()
const buyer = await portal.addUser()
const { addProduct, codeFor, orderOf, stockOf, ordersOf } = placing(portal)

describe('placing an order', () => {
  it('takes the stock, writes the order with its own prices and ship-to, and queues it for the ERP', async () => {
    const [first, second] = [
      await addProduct({ price: 12.35 }),
      await addProduct({ price: 0.1, cold_status: 'Refrigerated' }),
    ]
    const { status, body } = await portal.call(orders.place, {
      body: orderOf(
        [
          { _id: first, quantity: 3, price: 12.35 },
          { _id: second, quantity: 3 },
        ],
        await codeFor(buyer),
        {
          purchaseOrder: 'PO-7781',
          shippingAddress: { fullName: 'Somewhere else', address: 'A back alley' },
          comments: 'Call first',
          totalPrice: 37.35,
        },
      ),
      as: buyer,
    })
    assert.equal(status, 201)
    const { order } = body
    assert.equal(order.totalPrice, 37.35)
    assert.equal(order.shippingAddress.fullName, 'Test Pharmacy')
    assert.equal(order.purchaseOrder, 'PO-7781')
    assert.equal(order.orderIdSap, null)
    assert.equal(order.handOver, 'waiting')
    assert.deepEqual(
      order.orderItems.map(({ shipMethod }) => shipMethod),
      ['UPS GROUND', 'FEDEX PRIORITY OVERNIGHT'],
    )
    const { body: history } = await portal.call(orders.mine, { params: { id: buyer._id }, query: {}, as: buyer })
    assert.deepEqual(
      history.map(({ _id, itemCount }) => [_id, itemCount]),
      [[order._id, 2]],
    )
    assert.equal(await stockOf(first), 97)
    const job = await portal.db.selectFrom('job').selectAll().where('key', '=', order._id).executeTakeFirst()
    assert.ok(job, 'the order export is queued')
    const movements = await portal.db
      .selectFrom('stock_movement')
      .select('quantity')
      .where('order_id', '=', order._id)
      .execute()
    assert.deepEqual(
      movements.map(({ quantity }) => quantity),
      [-3, -3],
    )
    const audit = await portal.db
      .selectFrom('audit_entry')
      .select(['actor_id', 'on_behalf_of'])
      .where('entity_id', '=', order._id)
      .execute()
    assert.deepEqual(audit, [{ actor_id: buyer._id, on_behalf_of: null }])
  })

  const sent: [string, object | undefined, object | undefined][] = [
    ['coordinates', { location: { lat: 43.66, lng: -70.25 } }, { lat: 43.66, lng: -70.25 }],
    ['no place', { fullName: 'Somewhere else' }, undefined],
    ['invalid coordinates', { location: { lat: 91, lng: 0 } }, undefined],
    ['a location as text', { location: 'Portland' }, undefined],
    ['no address', undefined, undefined],
  ]
  for (const [name, shippingAddress, location] of sent)
    it(`stores only the coordinates of the sent address: ${name}`, async () => {
      const product = await addProduct()
      const { status, body } = await portal.call(orders.place, {
        body: orderOf([{ _id: product, quantity: 1 }], await codeFor(buyer), shippingAddress && { shippingAddress }),
        as: buyer,
      })
      assert.equal(status, 201)
      assert.equal(body.order.shippingAddress.fullName, 'Test Pharmacy')
      assert.deepEqual(body.order.shippingAddress.location, location)
      const { body: stored } = await portal.call(orders.byId, { params: { id: body.order._id }, as: buyer })
      assert.deepEqual(stored.shippingAddress.location, location)
    })

  it('keeps the storage and DEA schedule of the lines, and names them in the email', async () => {
    const product = await addProduct({ name: 'Lorazepam 2 mg/mL', cold_status: 'Refrigerated', dea_schedule: 'CIV' })
    const { body } = await portal.call(orders.place, {
      body: orderOf([{ _id: product, quantity: 1 }], await codeFor(buyer), { purchaseOrder: 'PO-MARKS' }),
      as: buyer,
    })
    await portal.db
      .updateTable('product')
      .set({ cold_status: '', dea_schedule: 'CII' })
      .where('id', '=', product)
      .execute()
    const marksOf = ({ orderItems }: Order) =>
      orderItems.map(({ coldStatus, deaSchedule }) => [coldStatus, deaSchedule])
    assert.deepEqual(marksOf(body.order), [['Refrigerated', 'CIV']])
    const { _id: id } = body.order
    const { body: stored } = await portal.call(orders.byId, { params: { id }, as: buyer })
    assert.deepEqual(marksOf(stored), [['Refrigerated', 'CIV']])
    const mails = await portal.db.selectFrom('mail').select('body').where('subject', 'like', '%PO-MARKS%').execute()
    assert.match(mails.map(({ body: text }) => text).join('\n'), /Lorazepam 2 mg\/mL \(CIV, Refrigerated\)/)
    // Lines from the ERP have no record; they show the product's.
    await portal.db
      .updateTable('order_line')
      .set({ cold_status: null, dea_schedule: null })
      .where('order_id', '=', id)
      .execute()
    const { body: unrecorded } = await portal.call(orders.byId, { params: { id }, as: buyer })
    assert.deepEqual(marksOf(unrecorded), [['', 'CII']])
  })

  it('uses the contract price of the customer', async () => {
    const product = await addProduct({ price: 50 })
    await portal.db
      .insertInto('contract_price')
      .values({ product_id: product, business_id: buyer.businessId, list: 'general', price: 41.5 })
      .execute()
    const { body } = await portal.call(orders.place, {
      body: orderOf([{ _id: product, quantity: 2, price: 41.5 }], await codeFor(buyer)),
      as: buyer,
    })
    assert.equal(body.order.totalPrice, 83)
  })

  it('sells a non-stocked product without a stock check', async () => {
    const product = await addProduct({ count_in_stock: 0, is_non_stocked: true })
    const { status } = await portal.call(orders.place, {
      body: orderOf([{ _id: product, quantity: 7 }], await codeFor(buyer)),
      as: buyer,
    })
    assert.equal(status, 201)
    assert.equal(await stockOf(product), 0)
  })

  it('names sold-out and short products and writes nothing', async () => {
    const [gone, short, fine] = [
      await addProduct({ count_in_stock: 0, name: 'Gone' }),
      await addProduct({ count_in_stock: 2, name: 'Short' }),
      await addProduct(),
    ]
    const lines = [gone, short, fine].map((_id) => ({ _id, quantity: 5 }))
    const code = await codeFor(buyer)
    const count = await ordersOf(buyer)
    const { status, body } = await portal.send({
      method: 'POST',
      url: '/api/orders',
      payload: orderOf(lines, code),
      as: buyer,
    })
    assert.equal(status, 409)
    assert.deepEqual(body.unavailable, {
      soldOut: [{ _id: gone, name: 'Gone' }],
      lowStock: [{ _id: short, name: 'Short', requested: 5, countInStock: 2 }],
    })
    assert.equal(await ordersOf(buyer), count)
    assert.equal(await stockOf(fine), 100)
    const again = await portal.call(orders.place, { body: orderOf([{ _id: fine, quantity: 5 }], code), as: buyer })
    assert.equal(again.status, 201, 'the code is still good, because no order used it')
  })

  it('never names a draft', async () => {
    const draft = await addProduct({ is_published: false, name: 'Secret launch' })
    const { status, body, raw } = await portal.send({
      method: 'POST',
      url: '/api/orders',
      payload: orderOf([{ _id: draft, quantity: 1 }], await codeFor(buyer)),
      as: buyer,
    })
    assert.equal(status, 409)
    assert.deepEqual(body.unavailable, { soldOut: [{ _id: draft, name: '' }], lowStock: [] })
    assert.ok(!raw.body.includes('Secret'))
  })

  const forgeries: [string, object][] = [
    ['a total of one cent', { totalPrice: 0.01 }],
    ['cheaper items', { itemsPrice: 9.99 }],
    ['a tax', { taxPrice: -1 }],
    ['a shipping price', { shippingPrice: 5 }],
  ]
  for (const [name, forged] of forgeries)
    it(`refuses wrong prices: ${name}`, async () => {
      const product = await addProduct({ price: 10 })
      const { status } = await portal.send({
        method: 'POST',
        url: '/api/orders',
        payload: orderOf([{ _id: product, quantity: 1 }], await codeFor(buyer), forged),
        as: buyer,
      })
      assert.ok(status === 409 || status === 400, `status ${status}`)
      assert.equal(await stockOf(product), 100)
    })

  it('returns the current prices if the buyer saw others', async () => {
    const product = await addProduct({ price: 11, name: 'Dearer now' })
    const { status, body } = await portal.send({
      method: 'POST',
      url: '/api/orders',
      payload: orderOf([{ _id: product, quantity: 1, price: 10 }], await codeFor(buyer)),
      as: buyer,
    })
    assert.equal(status, 409)
    assert.deepEqual(body.repriced, [{ _id: product, name: 'Dearer now', price: 11 }])
  })

  it('refuses invalid requests with a clear 4xx and writes nothing', async () => {
    const product = await addProduct()
    const code = await codeFor(buyer)
    const line = (quantity: unknown) => orderOf([{ _id: product, quantity: quantity as number }], code)
    const bodies: [string, unknown][] = [
      ...[0, -1, 1.5, 1e9, '3', null, Number.NaN].map((quantity): [string, unknown] => [
        `quantity ${String(quantity)}`,
        line(quantity),
      ]),
      [
        'a duplicate line',
        orderOf(
          [
            { _id: product, quantity: 1 },
            { _id: product, quantity: 2 },
          ],
          code,
        ),
      ],
      ['no lines', orderOf([], code)],
      [
        '600 lines',
        orderOf(
          Array.from({ length: 600 }, () => ({ _id: randomUUID(), quantity: 1 })),
          code,
        ),
      ],
      ['an invalid id', orderOf([{ _id: "'; drop table product;--", quantity: 1 }], code)],
      ['another shipping method', orderOf([{ _id: product, quantity: 1 }], code, { shippingMethod: 'PIGEON' })],
      ['a NUL in the purchase order', orderOf([{ _id: product, quantity: 1 }], code, { purchaseOrder: 'PO\u0000' })],
      ['a list', []],
      ['a text', '"order"'],
      ['broken JSON', '{"orderItems":['],
      ['a prototype', '{"__proto__":{"isAdmin":true},"orderItems":[]}'],
      ['300 KB', JSON.stringify(orderOf([{ _id: product, quantity: 1 }], code, { comments: 'x'.repeat(300_000) }))],
    ]
    const before = await ordersOf(buyer)
    for (const [name, payload] of bodies) {
      const { status, body } = await portal.send({
        method: 'POST',
        url: '/api/orders',
        headers: { 'content-type': 'application/json' },
        payload: payload as object,
        as: buyer,
      })
      assert.ok(status >= 400 && status < 500, `${name}: ${status}`)
      assert.equal(typeof body.message, 'string', name)
    }
    assert.equal(await ordersOf(buyer), before)
    assert.equal(await stockOf(product), 100)
  })
})

describe('the verification code', () => {
  const otpMessage = 'You should enter a valid OTP, before you can continue!'
  const codeOverMessage = 'This code is no longer valid: too many tries, or its ten minutes are over. Send a new one.'

  it('is required, and expires after five failed tries', async () => {
    const user = await portal.addUser()
    const product = await addProduct()
    const code = await codeFor(user)
    const wrong = code === '000000' ? '000001' : '000000'
    for (const otp of ['', '12345', 'abcdef', wrong, wrong, wrong, wrong]) {
      const { status, body } = await portal.send({
        method: 'POST',
        url: '/api/orders',
        payload: orderOf([{ _id: product, quantity: 1 }], otp),
        as: user,
      })
      assert.deepEqual([status, body.message], [400, otpMessage])
    }
    for (const otp of [wrong, code]) {
      const late = await portal.call(orders.place, { body: orderOf([{ _id: product, quantity: 1 }], otp), as: user })
      assert.deepEqual([late.status, late.body.message], [400, codeOverMessage])
    }
    assert.equal(await ordersOf(user), 0)
  })

  it('works once, expires, and is replaced by a new one', async () => {
    const user = await portal.addUser()
    const product = await addProduct()
    const body = (otp: string) => orderOf([{ _id: product, quantity: 1 }], otp)
    const old = await codeFor(user)
    const code = await codeFor(user)
    if (old !== code) assert.equal((await portal.call(orders.place, { body: body(old), as: user })).status, 400)
    // As copied from an email.
    const copied = ` ${code.slice(0, 3)} ${code.slice(3)}`
    assert.equal((await portal.call(orders.place, { body: body(copied), as: user })).status, 201)
    assert.equal((await portal.call(orders.place, { body: body(code), as: user })).status, 400)
    const expired = await codeFor(user)
    await portal.db
      .updateTable('one_time_code')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', user._id)
      .execute()
    const late = await portal.call(orders.place, { body: body(expired), as: user })
    assert.deepEqual([late.status, late.body.message], [400, codeOverMessage])
  })

  it('is not valid for another user', async () => {
    const [one, other] = [await portal.addUser(), await portal.addUser()]
    const product = await addProduct()
    const code = await codeFor(one)
    assert.equal(
      (await portal.call(orders.place, { body: orderOf([{ _id: product, quantity: 1 }], code), as: other })).status,
      400,
    )
  })

  it('can be requested only for oneself', async () => {
    const stranger = await portal.addUser()
    const { status } = await portal.call(orders.sendOtp, { params: { id: stranger._id }, as: buyer })
    assert.equal(status, 404)
  })
})

type Refusal = Record<'unavailable' | 'overLimit' | 'repriced' | 'totalPrice', unknown> & { message: string }

it('reports stock, limit and price changes in one refusal', async () => {
  const customer = await portal.addUser()
  const [scarce, dearer, both, none] = await Promise.all([
    addProduct({ name: 'Scarce', count_in_stock: 2 }),
    addProduct({ name: 'Dearer' }),
    addProduct({ name: 'Both', count_in_stock: 3 }),
    addProduct({ name: 'None', count_in_stock: 0 }),
  ])
  const limited = await addProduct({ name: 'Limited' })
  await portal.db.updateTable('product').set({ order_maximum: 4 }).where('id', '=', limited).execute()
  const seen = (_id: string, quantity = 5) => ({ _id, quantity, price: 10 })
  await portal.db.updateTable('product').set({ price: 12 }).where('id', 'in', [dearer, both]).execute()
  await portal.db.updateTable('product').set({ is_published: false }).where('id', '=', none).execute()
  const otp = await codeFor(customer)
  const place = (lines: ReturnType<typeof seen>[], more: object = {}) =>
    portal.send({ method: 'POST', url: '/api/orders', payload: orderOf(lines, otp, more), as: customer })

  const { status, body } = await place(
    [scarce, dearer, both, none, limited].map((id) => seen(id)),
    { totalPrice: 250 },
  )
  const said = body as unknown as Refusal
  assert.equal(status, 409)
  assert.equal(
    said.message,
    'Some products are not available as ordered. Some quantities cannot be ordered. Prices have changed. Check your order again.',
  )
  assert.deepEqual(said.unavailable, {
    // An unavailable product is reported without its name and without a price change.
    soldOut: [{ _id: none, name: '' }],
    lowStock: [
      { _id: scarce, name: 'Scarce', requested: 5, countInStock: 2 },
      { _id: both, name: 'Both', requested: 5, countInStock: 3 },
    ],
  })
  assert.deepEqual(
    (said.overLimit as { _id: string; fits: number }[]).map(({ _id, fits }) => [_id, fits]),
    [[limited, 4]],
  )
  assert.deepEqual(said.repriced, [
    { _id: dearer, name: 'Dearer', price: 12 },
    { _id: both, name: 'Both', price: 12 },
  ])

  const { body: stock } = await place([seen(scarce)])
  assert.deepEqual(
    [stock.message, (stock as unknown as Refusal).repriced],
    ['Some products are not available as ordered.', undefined],
  )
  const { body: price } = await place([seen(dearer)])
  assert.deepEqual(
    [price.message, (price as unknown as Refusal).unavailable],
    ['Prices have changed. Check your order again.', undefined],
  )
})
