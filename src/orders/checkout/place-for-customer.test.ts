import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { users } from '#customers/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { orders } from '../contract.ts'
import { placing } from './testing-placement.ts'

const portal = await startTestPortal()
const buyer = await portal.addUser()
const { addProduct, codeFor, orderOf } = placing(portal)

describe('ordering for a customer', () => {
  it('is for staff, uses the customer’s prices and records who placed it', async () => {
    const rep = await portal.addUser({ is_sales_rep: true, name: 'Ann', last_name: 'Lee' })
    const customer = await portal.addUser({ company_name: 'Acme Pharmacy' })
    const product = await addProduct({ price: 20 })
    await portal.db
      .insertInto('contract_price')
      .values({ product_id: product, business_id: customer.businessId, list: 'general', price: 18 })
      .execute()
    const body = {
      ...orderOf([{ _id: product, quantity: 1, price: 18 }], await codeFor(rep, customer._id)),
      forUser: customer._id,
    }
    const { status, body: placed } = await portal.call(orders.placeFor, {
      params: { userId: customer._id },
      body,
      as: rep,
    })
    assert.equal(status, 201)
    assert.equal(placed.order.totalPrice, 18)
    assert.deepEqual(placed.order.placedBy, { name: 'Ann', lastName: 'Lee', role: 'Sales Rep' })
    assert.equal(placed.order.user._id, customer._id)
    const seen = await portal.call(orders.byId, { params: { id: placed.order._id }, as: customer })
    assert.equal(seen.body.placedBy?.name, 'Ann')
    const audit = await portal.db
      .selectFrom('audit_entry')
      .select('on_behalf_of')
      .where('entity_id', '=', placed.order._id)
      .execute()
    assert.deepEqual(audit, [{ on_behalf_of: customer._id }])
  })

  it('accepts both body formats, and a code requested for the caller’s own id', async () => {
    const admin = await portal.addUser({ is_admin: true })
    const customer = await portal.addUser()
    const product = await addProduct()
    const order = orderOf([{ _id: product, quantity: 1 }], await codeFor(admin))
    const { status } = await portal.call(orders.placeFor, {
      params: { userId: admin._id },
      body: { order, forUser: customer._id },
      as: admin,
    })
    assert.equal(status, 201)
  })

  it('needs a customer who may order', async () => {
    const rep = await portal.addUser({ is_sales_rep: true })
    const other = await portal.addUser({ is_sales_rep: true })
    const inactive = await portal.addUser({ is_active: false })
    const product = await addProduct()
    const order = orderOf([{ _id: product, quantity: 1 }], '123456')
    const url = `/api/orders/ByAdmin/${rep._id}`
    const none = await portal.send({ method: 'POST', url, payload: order, as: rep })
    assert.deepEqual([none.status, none.body.message], [400, 'Customer needs to be selected !'])
    for (const forUser of [other._id, inactive._id, rep._id, randomUUID(), 'nobody'])
      assert.equal(
        (await portal.send({ method: 'POST', url, payload: { ...order, forUser }, as: rep })).status,
        404,
        forUser,
      )
    const mismatch = await portal.send({
      method: 'POST',
      url: `/api/orders/ByAdmin/${other._id}`,
      payload: { ...order, forUser: buyer._id },
      as: rep,
    })
    assert.equal(mismatch.status, 400)
    const forged = await portal.send({
      method: 'POST',
      url: '/api/orders',
      payload: { ...order, forUser: other._id },
      as: rep,
    })
    assert.equal(forged.status, 403)
    assert.equal(
      (await portal.send({ method: 'POST', url, payload: { ...order, forUser: buyer._id }, as: buyer })).status,
      403,
    )
  })
})

describe('an order', () => {
  it('is visible to its customer, the user who placed it and admins only', async () => {
    const product = await addProduct()
    const { body } = await portal.call(orders.place, {
      body: orderOf([{ _id: product, quantity: 1 }], await codeFor(buyer)),
      as: buyer,
    })
    const view = async (as: TestUser | null) =>
      (await portal.call(orders.byId, { params: { id: body.order._id }, as })).status
    assert.equal(await view(buyer), 200)
    assert.equal(await view(await portal.addUser({ is_admin: true })), 200)
    assert.equal(await view(await portal.addUser()), 404)
    assert.equal(await view(await portal.addUser({ is_sales_rep: true })), 404)
    assert.equal(await view(null), 401)
  })

  it('of a business with an expired license is put on hold and not queued', async () => {
    const user = await portal.addUser({ license_expiry_date: '2020-01-31' })
    const product = await addProduct()
    const { status, body } = await portal.call(orders.place, {
      body: orderOf([{ _id: product, quantity: 1 }], await codeFor(user)),
      as: user,
    })
    assert.deepEqual([status, body.order.handOver], [201, 'held'])
    assert.equal(
      await portal.db.selectFrom('job').select('id').where('key', '=', body.order._id).executeTakeFirst(),
      undefined,
    )
    const { subject, body: letter } = await portal.db
      .selectFrom('mail')
      .select(['subject', 'body'])
      .where('recipient', '=', user.email)
      .where('subject', 'like', 'We received%')
      .executeTakeFirstOrThrow()
    assert.equal(subject, 'We received your order: it is on hold')
    assert.match(letter, /on hold and will not ship until the license is renewed/)
    assert.doesNotMatch(letter, /order number/)
  })

  it('shows the license status before the order', async () => {
    const rep = await portal.addUser({ is_sales_rep: true })
    for (const [license_expiry_date, state] of [
      ['2020-01-31', 'expired'],
      [portal.day(10), 'expiring'],
      [portal.day(60), 'valid'],
      [null, 'none'],
    ] as const) {
      const user = await portal.addUser({ license_expiry_date })
      for (const as of [user, rep]) {
        const { body } = await portal.call(users.byEmail, { params: { email: user.email }, as })
        assert.equal(body.licenseState, state)
      }
    }
  })
})
