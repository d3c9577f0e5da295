import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { AudienceChange } from '#customers/audience/audience-shapes.ts'
import { businessGroups } from '#customers/audience/contract.ts'
import { listing } from '#pricing/testing-lists.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { payments } from '#billing/payments/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { orderingForHeader } from '#shared/endpoint.ts'
import { orderMethods } from './contract.ts'
import type { MethodRow } from './contract.ts'
import type { OpenMethods } from './method-shapes.ts'
import { newId } from '#platform/db/new-id.ts'

const portal = await startTestPortal({
  environment: {
    PAY_INVOICES_ONLINE: '1',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_CLIENT_SECRET: 'secret',
  },
})
const admin = await portal.addUser({ is_admin: true })
const rep = await portal.addUser({ is_sales_rep: true })
const [inGroup, inClass, named, other] = [
  await portal.addUser(),
  await portal.addUser(),
  await portal.addUser(),
  await portal.addUser(),
]
const { addGroup } = listing(portal)
const group = await addGroup('group', [inGroup.businessId])
const tradeClass = await addGroup('class', [inClass.businessId])
const { addProduct, codeFor, orderOf, ordersOf } = placing(portal)

const ruleOf = async (wanted: MethodRow['method']): Promise<MethodRow> => {
  const { body } = await portal.call(orderMethods.rules, { as: admin })
  const row = body.find(({ method }) => method === wanted)
  assert.ok(row)
  return row
}

const setRule = async (method: MethodRow['method'], change: Partial<AudienceChange>) => {
  const { kind, __v } = await ruleOf(method)
  const body = { rule: 'all' as const, userIds: [], groupIds: [], __v, ...change }
  return portal.call(orderMethods.change, { params: { kind, method }, body, as: admin })
}

const openTo = async (user: TestUser, customer?: TestUser): Promise<OpenMethods> => {
  const headers = customer && { [orderingForHeader]: customer._id }
  const { status, body } = await portal.call(orderMethods.open, { as: user, ...(headers && { headers }) })
  assert.equal(status, 200)
  return body
}

const all: OpenMethods = {
  shipping: ['UPS GROUND', 'FEDEX PRIORITY OVERNIGHT'],
  payment: ['By Invoice', 'PayPal', 'Stripe'],
}

describe('a portal without method rules', () => {
  it('opens every method to all businesses', async () => {
    for (const user of [inGroup, inClass, named, other, rep, admin]) assert.deepEqual(await openTo(user), all)
    const { body } = await portal.call(orderMethods.rules, { as: admin })
    assert.deepEqual([...new Set(body.map(({ rule }) => rule))], ['all'])
  })
})

describe('a restricted method', () => {
  before(async () => {
    const holders = { groupIds: [group, tradeClass], userIds: [named._id] }
    assert.equal((await setRule('FEDEX PRIORITY OVERNIGHT', { rule: 'only', ...holders })).status, 200)
    assert.equal((await setRule('By Invoice', { rule: 'except', ...holders })).status, 200)
  })

  const cases: [who: string, user: TestUser, isNamed: boolean][] = [
    ['a member of the group', inGroup, true],
    ['a business of the class of trade', inClass, true],
    ['the business itself', named, true],
    ['another business', other, false],
  ]

  for (const [who, user, isNamed] of cases) {
    it(`is listed for ${who} according to the rule, also if staff place the order`, async () => {
      const expected: OpenMethods = {
        shipping: isNamed ? all.shipping : ['UPS GROUND'],
        payment: isNamed ? ['PayPal', 'Stripe'] : all.payment,
      }
      assert.deepEqual(await openTo(user), expected)
      assert.deepEqual(await openTo(rep, user), expected)
      assert.deepEqual(await openTo(admin, user), expected)
    })

    it(`is enforced by the server when ${who} orders`, async () => {
      const product = await addProduct()
      const place = async (orderer: TestUser, more: object) => {
        const forUser = orderer === user ? {} : { forUser: user._id }
        const body = { ...orderOf([{ _id: product, quantity: 1 }], await codeFor(orderer, user._id), more), ...forUser }
        const path = orderer === user ? '/api/orders' : `/api/orders/ByAdmin/${user._id}`
        return portal.send({ method: 'POST', url: path, as: orderer, payload: body })
      }
      for (const orderer of [user, rep]) {
        const placed = await ordersOf(user)
        const overnight = { shippingMethod: 'FEDEX PRIORITY OVERNIGHT', paymentMethod: 'Stripe' }
        const shipped = await place(orderer, overnight)
        assert.equal(shipped.status, isNamed ? 201 : 409)
        if (!isNamed) assert.match(shipped.body.message ?? '', /^FEDEX PRIORITY OVERNIGHT is not available/)
        const invoiced = await place(orderer, { paymentMethod: 'By Invoice' })
        assert.equal(invoiced.status, isNamed ? 409 : 201)
        if (isNamed) assert.match(invoiced.body.message ?? '', /^By Invoice \(on account\) is not available/)
        assert.equal(await ordersOf(user), placed + 1)
      }
    })
  }

  it('follows changes of group members, and keeps its groups', async () => {
    const removed = await portal.call(businessGroups.remove, { params: { id: group }, as: admin })
    assert.equal(removed.status, 409)
    assert.match(removed.body.message ?? '', /^The (shipping|payment) method “.+” is for this group\. /)
    const { body } = await portal.call(businessGroups.byId, { params: { id: group }, as: admin })
    const change = { name: body.name, userIds: [inGroup._id, other._id], __v: body.__v }
    assert.equal(
      (await portal.call(businessGroups.change, { params: { id: group }, body: change, as: admin })).status,
      200,
    )
    assert.deepEqual((await openTo(other)).shipping, all.shipping)
    const back = { ...change, userIds: [inGroup._id], __v: change.__v + 1 }
    assert.equal(
      (await portal.call(businessGroups.change, { params: { id: group }, body: back, as: admin })).status,
      200,
    )
    assert.deepEqual((await openTo(other)).shipping, ['UPS GROUND'])
  })

  it('is listed for admins with its audience, and is audited', async () => {
    const { rule, groups, businesses } = await ruleOf('FEDEX PRIORITY OVERNIGHT')
    assert.equal(rule, 'only')
    assert.deepEqual(new Set(groups.map(({ _id }) => _id)), new Set([group, tradeClass]))
    assert.deepEqual(
      businesses.map(({ _id }) => _id),
      [named._id],
    )
    const entries = await portal.db
      .selectFrom('audit_entry')
      .select(['entity_id', 'after'])
      .where('action', '=', 'order method changed')
      .execute()
    assert.deepEqual(entries.map(({ entity_id }) => entity_id).toSorted(), ['By Invoice', 'FEDEX PRIORITY OVERNIGHT'])
  })
})

describe('paying online', () => {
  const addOrder = async (user: TestUser): Promise<string> => {
    const id = newId()
    const { businessId: business_id, _id: user_id } = user
    await portal.db
      .insertInto('sales_order')
      .values({ id, business_id, user_id, payment_method: 'Stripe', total_price: 10, erp_reference: id.slice(0, 20) })
      .execute()
    return id
  }

  it('offers and starts only methods open to the business of the order', async () => {
    assert.equal((await setRule('PayPal', { rule: 'except', userIds: [other._id] })).status, 200)
    const id = await addOrder(other)
    for (const as of [other, admin])
      assert.deepEqual((await portal.call(payments.ofOrder, { params: { id }, as })).body.offered, ['stripe'])
    const begun = await portal.call(payments.startPayPal, { params: { id }, as: other })
    assert.equal(begun.status, 409)
    assert.match(begun.body.message ?? '', /^PayPal is not available/)
    const openOrder = { params: { id: await addOrder(named) }, as: named }
    assert.deepEqual((await portal.call(payments.ofOrder, openOrder)).body.offered, ['stripe', 'paypal'])
  })
})

describe('an invalid rule', () => {
  it('is refused with a message', async () => {
    assert.equal((await setRule('Stripe', { rule: 'except' })).status, 400)
    assert.equal((await setRule('Stripe', { rule: 'only', groupIds: [newId()] })).status, 404)
    assert.equal((await setRule('Stripe', { rule: 'only', userIds: [admin._id] })).status, 404)
    const { __v } = await ruleOf('Stripe')
    assert.equal((await setRule('Stripe', { rule: 'only', __v: __v + 1 })).status, 409)
    const put = (path: string, as: TestUser | null) =>
      portal.send({
        method: 'PUT',
        url: `/api/order-methods/rules/${path}`,
        as,
        payload: { rule: 'all', userIds: [], groupIds: [], __v },
      })
    assert.equal((await put('shipping/Stripe', admin)).status, 404)
    assert.equal((await put('payment/Barter', admin)).status, 400)
    assert.equal((await put('payment/Stripe', rep)).status, 403)
    assert.equal((await put('payment/Stripe', other)).status, 403)
    assert.equal((await put('payment/Stripe', null)).status, 401)
    assert.equal((await portal.send({ method: 'GET', url: '/api/order-methods' })).status, 401)
  })
})
