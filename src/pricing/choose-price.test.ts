import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { carts } from '#cart/contract.ts'
import { catalog } from '#catalog/contract.ts'
import { transaction } from '#platform/db/connect.ts'
import { untilWaiting } from '#platform/db/testing-waiting.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { orders } from '#orders/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { listing } from './testing-lists.ts'

const portal = await startTestPortal()
const { db, day } = portal
const { addProduct, codeFor, orderOf } = placing(portal)
const { addGroup, addList } = listing(portal)

const priceFor = async (as: TestUser, product: string, quantity = 1): Promise<number | undefined> =>
  (await portal.call(orders.price, { body: { orderItems: [{ _id: product, quantity }] }, as })).body[0]?.price

describe('the effective price among several', () => {
  it('is the business’s own before any list', async () => {
    const [buyer, product] = [await portal.addUser(), await addProduct()]
    await addList({ businesses: [buyer.businessId], priority: 900, entries: [{ product, price: 3 }] })
    await db
      .insertInto('contract_price')
      .values({ product_id: product, business_id: buyer.businessId, list: 'general', price: 9.5 })
      .execute()
    assert.equal(await priceFor(buyer, product), 9.5)
  })

  it('is of the higher priority, then the nearer list, then the later start, then the first created', async () => {
    const [buyer, product] = [await portal.addUser(), await addProduct()]
    const ofClass = [await addGroup('class', [buyer.businessId])]
    const ofGroup = [await addGroup('group', [buyer.businessId])]
    const own = [buyer.businessId]
    const now = () => priceFor(buyer, product)
    await addList({ groups: ofClass, entries: [{ product, price: 1 }] })
    assert.equal(await now(), 1)
    await addList({ groups: ofGroup, valid_from: day(-20), entries: [{ product, price: 2 }] })
    assert.equal(await now(), 2)
    await addList({ businesses: own, valid_from: day(-10), entries: [{ product, price: 3 }] })
    assert.equal(await now(), 3)
    await addList({ businesses: own, valid_from: day(-5), entries: [{ product, price: 4 }] })
    assert.equal(await now(), 4)
    await addList({ businesses: own, valid_from: day(-5), entries: [{ product, price: 5 }] })
    assert.equal(await now(), 4)
    await addList({ groups: ofClass, valid_from: day(-40), priority: 1, entries: [{ product, price: 6 }] })
    assert.equal(await now(), 6)
  })

  it('uses the nearer way if a list is for a business in two ways', async () => {
    const [buyer, product] = [await portal.addUser(), await addProduct()]
    const group = await addGroup('group', [buyer.businessId])
    await addList({ groups: [group], entries: [{ product, price: 2 }] })
    await addList({
      businesses: [buyer.businessId],
      groups: [group],
      valid_from: day(-3),
      entries: [{ product, price: 3 }],
    })
    assert.equal(await priceFor(buyer, product), 3)
  })

  it('ignores lists for other businesses, in other currencies and at other times', async () => {
    const [buyer, other, product] = [await portal.addUser(), await portal.addUser(), await addProduct()]
    const businesses = [buyer.businessId]
    await addList({ businesses: [other.businessId], entries: [{ product, price: 1 }] })
    await addList({ groups: [await addGroup('group', [other.businessId])], entries: [{ product, price: 2 }] })
    await addList({ businesses, currency: 'CAD', entries: [{ product, price: 3 }] })
    await addList({ businesses, valid_from: day(1), entries: [{ product, price: 4 }] })
    await addList({ businesses, valid_from: day(-9), valid_to: day(-1), entries: [{ product, price: 5 }] })
    assert.equal(await priceFor(buyer, product), 10)
    await addList({ businesses, valid_from: day(-9), valid_to: day(), entries: [{ product, price: 6 }] })
    assert.equal(await priceFor(buyer, product), 6)
  })
})

describe('an entry of a price list', () => {
  const cases: [listPrice: number, percentOff: number, paid: number][] = [
    [10, 12.5, 8.75],
    [10.01, 50, 5.01],
    [0.99, 33.33, 0.66],
    [19.99, 15, 16.99],
    [10, 0, 10],
    [10, 100, 0],
  ]
  for (const [price, percentOff, paid] of cases)
    it(`of ${percentOff}% off ${price} costs ${paid}: half a cent is rounded up`, async () => {
      const [buyer, product] = [await portal.addUser(), await addProduct({ price })]
      await addList({ businesses: [buyer.businessId], entries: [{ product, percentOff }] })
      assert.equal(await priceFor(buyer, product), paid)
    })

  const byQuantity: [quantity: number, paid: number][] = [
    [1, 10],
    [9, 10],
    [10, 9],
    [49, 9],
    [50, 8],
    [9_999, 8],
  ]
  for (const [quantity, paid] of byQuantity)
    it(`with tiers costs ${paid} per unit for ${quantity}; below the lowest tier the list price applies`, async () => {
      const [buyer, product] = [await portal.addUser(), await addProduct()]
      const businesses = [buyer.businessId]
      await addList({
        businesses,
        entries: [
          { product, from: 10, price: 9 },
          { product, from: 50, percentOff: 20 },
        ],
      })
      // Has the product too, but a lower rank.
      await addList({ businesses, valid_from: day(-1), entries: [{ product, price: 1 }] })
      assert.equal(await priceFor(buyer, product, quantity), paid)
    })
})

describe('a price list', () => {
  it('starts at midnight in the business time zone', async () => {
    const ahead = await startTestPortal({ environment: { BUSINESS_TIME_ZONE: 'Pacific/Kiritimati' } })
    const behind = await startTestPortal({ environment: { BUSINESS_TIME_ZONE: 'Pacific/Pago_Pago' } })
    // These two time zones never have the same date.
    const valid_from = ahead.day()
    const paid = []
    for (const one of [ahead, behind]) {
      const [buyer, product] = [await one.addUser(), await placing(one).addProduct()]
      await listing(one).addList({ businesses: [buyer.businessId], valid_from, entries: [{ product, price: 7 }] })
      const { body } = await one.call(orders.price, {
        body: { orderItems: [{ _id: product, quantity: 1 }] },
        as: buyer,
      })
      paid.push(body[0]?.price)
    }
    assert.deepEqual(paid, [7, 10])
  })

  it('shows the same price on cards, page, cart, preview and order, with the name of the contract', async () => {
    const [buyer, product] = [await portal.addUser(), await addProduct()]
    await addList({
      name: 'Northeast GPO 2027',
      contract_number: 'C-118',
      valid_to: day(90),
      businesses: [buyer.businessId],
      entries: [
        { product, price: 9 },
        { product, from: 12, price: 8.25 },
      ],
    })
    const priceSource = {
      name: 'Northeast GPO 2027',
      contractNumber: 'C-118',
      until: day(90),
      percentOff: null,
      fromQuantity: 12,
    }
    const priceTiers = [
      { fromQuantity: 1, price: 9 },
      { fromQuantity: 12, price: 8.25 },
    ]
    const page = (await portal.call(catalog.byId, { params: { id: product }, as: buyer })).body
    assert.deepEqual(
      page.customPricingList.map(({ price }) => price),
      [9],
    )
    assert.deepEqual(
      [page.price, page.priceTiers, page.priceSource],
      [10, priceTiers, { ...priceSource, fromQuantity: 1 }],
    )
    const { body: found } = await portal.call(catalog.search, { query: { query: page.name }, as: buyer })
    assert.deepEqual([found.products[0]?.customPricingList[0]?.price, found.products[0]?.priceTiers], [9, priceTiers])
    const kept = await portal.call(carts.change, { body: { lines: [{ _id: product, quantity: 12 }] }, as: buyer })
    const [line] = kept.body.lines
    assert.deepEqual([line?.price, line?.seenPrice, line?.priceSource], [8.25, 8.25, priceSource])
    const placed = await portal.call(orders.place, {
      body: orderOf([{ _id: product, quantity: 12, price: 8.25 }], await codeFor(buyer), { totalPrice: 99 }),
      as: buyer,
    })
    assert.equal(placed.status, 201)
    const told = await portal.call(orders.byId, { params: { id: placed.body.order._id }, as: buyer })
    for (const { orderItems, totalPrice } of [placed.body.order, told.body])
      assert.deepEqual([totalPrice, orderItems[0]?.price, orderItems[0]?.priceSource], [99, 8.25, priceSource])
  })

  it('is hidden from other businesses', async () => {
    const [buyer, other, product] = [await portal.addUser(), await portal.addUser(), await addProduct()]
    await addList({ businesses: [buyer.businessId], entries: [{ product, from: 5, price: 9 }] })
    for (const as of [other, null]) {
      const { body } = await portal.call(catalog.byId, { params: { id: product }, as })
      assert.deepEqual([body.customPricingList, body.priceTiers, body.priceSource], [[], undefined, undefined])
    }
  })

  it('sorts and filters the listing by what its business pays for one', async () => {
    const buyer = await portal.addUser()
    const category = `Sorted ${crypto.randomUUID()}`
    const [dear, cheap, middle] = [
      await addProduct({ category, price: 30 }),
      await addProduct({ category, price: 20 }),
      await addProduct({ category, price: 25 }),
    ]
    await addList({
      businesses: [buyer.businessId],
      entries: [
        { product: dear, percentOff: 50 },
        { product: middle, from: 10, price: 1 },
      ],
    })
    const idsBy = async (query: object) =>
      (await portal.call(catalog.search, { query: { category, ...query }, as: buyer })).body.products.map(
        ({ _id }) => _id,
      )
    assert.deepEqual(await idsBy({ order: 'lowest' }), [dear, cheap, middle])
    assert.deepEqual(await idsBy({ order: 'highest', price: '15-22' }), [cheap, dear])
  })
})

describe('a cart quantity', () => {
  it('that reaches another tier is not a price change, but a changed price is', async () => {
    const [buyer, product] = [await portal.addUser(), await addProduct()]
    const list = await addList({
      businesses: [buyer.businessId],
      entries: [
        { product, price: 9 },
        { product, from: 10, price: 8 },
      ],
    })
    const set = async (quantity: number, price?: number) => {
      const line = { _id: product, quantity, ...(price !== undefined && { price }) }
      const { body } = await portal.call(carts.change, { body: { lines: [line] }, as: buyer })
      return body.lines.map((one) => [one.price, one.seenPrice])[0]
    }
    assert.deepEqual(await set(2, 9), [9, 9])
    assert.deepEqual(await set(10), [8, 8])
    assert.deepEqual(await set(3), [9, 9])
    // At the price for one, which the product page showed.
    assert.deepEqual(await set(20, 9), [8, 8])
    await db
      .updateTable('price_entry')
      .set({ price: 8.5 })
      .where('price_list_id', '=', list)
      .where('from_quantity', '=', 10)
      .execute()
    assert.deepEqual(await set(21), [8.5, 8])
  })
})

describe('an order', () => {
  it('whose price changed with its list is refused with the changed lines', async () => {
    const [buyer, product] = [await portal.addUser(), await addProduct()]
    await addList({ businesses: [buyer.businessId], entries: [{ product, from: 3, price: 7 }] })
    const { status, body } = await portal.send({
      method: 'POST',
      url: '/api/orders',
      payload: orderOf([{ _id: product, quantity: 3, price: 10 }], await codeFor(buyer)),
      as: buyer,
    })
    assert.equal(status, 409)
    assert.deepEqual(
      (body.repriced as { price: number }[]).map(({ price }) => price),
      [7],
    )
  })

  it('uses one consistent state of the price lists, even if they change while it is placed', async () => {
    const buyer = await portal.addUser()
    const products = [await addProduct(), await addProduct()].toSorted()
    const businesses = [buyer.businessId]
    const at = (price: number) => products.map((product) => ({ product, price }))
    const before = await addList({ businesses, valid_from: day(-9), entries: at(7) })
    const next = await addList({ businesses, valid_from: day(1), entries: at(6) })
    const body = orderOf(
      products.map((_id) => ({ _id, quantity: 1 })),
      await codeFor(buyer),
    )
    const { placed } = await transaction(db, async (tx) => {
      await tx
        .selectFrom('product')
        .select('id')
        .where('id', '=', products[1] ?? '')
        .forUpdate()
        .execute()
      const waiting = portal.call(orders.place, { body, as: buyer })
      await untilWaiting(portal.owner)
      await transaction(db, async (midnight) => {
        await midnight
          .updateTable('price_list')
          .set({ valid_to: day(-1) })
          .where('id', '=', before)
          .execute()
        await midnight.updateTable('price_list').set({ valid_from: day() }).where('id', '=', next).execute()
      })
      return { placed: waiting }
    })
    const { order } = (await placed).body
    assert.deepEqual(
      order.orderItems.map(({ price }) => price),
      [7, 7],
    )
    assert.equal(await priceFor(buyer, products[0] ?? ''), 6)
  })
})
