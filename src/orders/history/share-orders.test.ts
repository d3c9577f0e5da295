import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { users } from '#customers/contract.ts'
import { invoices } from '#billing/invoices/contract.ts'
import { payments } from '#billing/payments/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { reports } from '#reports/contract.ts'
import { importOrder } from '#reports/testing-sales.ts'
import { placing } from '../checkout/testing-placement.ts'
import { orders } from '../contract.ts'
import { addInvoice } from './testing-lists.ts'
import { newId } from '#platform/db/new-id.ts'

const portal = await startTestPortal()
const { db } = portal
const { addProduct, codeFor, orderOf } = placing(portal)
const [admin, rep] = [await portal.addUser({ is_admin: true }), await portal.addUser({ is_sales_rep: true })]
const billTo = {
  billto_name: 'Bills',
  billto_address1: '1 Main Street',
  billto_city: 'Boston',
  billto_state: 'MA',
  billto_zip: '02101',
  billto_country: 'US',
}
let numbers = 6_000_000
const newNumber = () => String(++numbers)
const addCustomer = (account_number = newNumber(), facts = {}) =>
  portal.addUser({ account_number, ...billTo, ...facts })

const place = async (as: TestUser, forUser: TestUser = as): Promise<string> => {
  const product = await addProduct({ price: 10 })
  const order = orderOf([{ _id: product, quantity: 1 }], await codeFor(as, forUser._id))
  const { status, body } =
    as === forUser
      ? await portal.call(orders.place, { body: order, as })
      : await portal.call(orders.placeFor, {
          params: { userId: forUser._id },
          body: { ...order, forUser: forUser._id },
          as,
        })
  assert.equal(status, 201)
  return body.order._id
}
/** As imported by the ERP feed. */
const type = (number: string): Promise<string> =>
  importOrder(db, null, [{ product: null, quantity: 1, price: 5 }], { bill_to_party_id: number, erp_state: 'linked' })
const history = async (as: TestUser): Promise<string[]> => {
  const { body, raw } = await portal.call(orders.mine, { params: { id: as._id }, query: {}, as })
  assert.equal(raw.headers['x-total-count'], String(body.length))
  return body.map(({ _id }) => _id)
}
const seenInvoices = async (as: TestUser): Promise<string[]> =>
  (await portal.call(invoices.list, { params: { filter: '{}' }, query: {}, as })).body.map(({ invoiceID }) => invoiceID)
const dashboard = async (as: TestUser) => (await portal.call(reports.mySummary, { params: { id: as._id }, as })).body
const edit = async (user: TestUser, changes: object, joins?: string) => {
  const { body: now } = await portal.call(users.byId, { params: { id: user._id }, as: admin })
  const filled = { GLNNumber: '1', GS1Number: '2', phone: '3', licenseType: 'a', licenseAddress: 'b', licenseName: 'c' }
  const { _id, isAdmin, isSalesRep, hasPassword, isExistingCustomer, createdAt, ...form } = now
  return portal.send({
    method: 'PUT',
    url: `/api/users/${user._id}`,
    query: joins ? { joins } : {},
    payload: { ...form, ...filled, licenseExpiryDate: '2031-01-01', ...changes },
    as: admin,
  })
}

describe('two users of one business', () => {
  it('see the same orders, invoices and figures', async () => {
    const number = newNumber()
    const [grace, miles] = [await addCustomer(number), await addCustomer(number)]
    const stranger = await addCustomer()
    const placed = [await place(grace), await place(miles), await place(rep, grace), await type(number)]
    await addInvoice(db, { id: `A${number}`, party_id: number, order_id: placed[0] ?? null })
    await addInvoice(db, { id: `B${number}`, payer_party_id: `00${number}` })
    for (const as of [grace, miles]) {
      assert.deepEqual((await history(as)).toSorted(), placed.toSorted())
      assert.deepEqual((await seenInvoices(as)).toSorted(), [`A${number}`, `B${number}`])
      const { orders: count, inv, openOrders } = await dashboard(as)
      assert.deepEqual([count, inv, openOrders.count], [4, 2, 4])
      for (const id of placed) {
        assert.equal((await portal.call(orders.byId, { params: { id }, as })).status, 200)
        assert.equal((await portal.call(orders.reorder, { params: { id }, query: {}, as })).status, 200)
        assert.equal((await portal.call(payments.ofOrder, { params: { id }, as })).status, 200)
      }
      const { body } = await portal.call(invoices.byId, { params: { id: `A${number}` }, as })
      assert.equal(body.order?._id, placed[0])
    }
    assert.deepEqual(await history(stranger), [])
    assert.deepEqual(await seenInvoices(stranger), [])
    assert.equal((await portal.call(orders.byId, { params: { id: placed[0] ?? '' }, as: stranger })).status, 404)
    assert.deepEqual(await history(rep), [placed[2]])
  })

  it('can order at the same time', async () => {
    const number = newNumber()
    const pair = [await addCustomer(number), await addCustomer(number)]
    const product = await addProduct({ price: 10, count_in_stock: 1 })
    const codes = [await codeFor(pair[0] ?? rep), await codeFor(pair[1] ?? rep)]
    const answers = await Promise.all(
      pair.map((as, at) =>
        portal.call(orders.place, { body: orderOf([{ _id: product, quantity: 1 }], codes[at] ?? ''), as }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
    for (const as of pair) assert.equal((await history(as)).length, 1)
  })
})

describe('an applicant who claims a number', () => {
  it('sees nothing after Accept unless the admin confirmed that they join', async () => {
    const number = newNumber()
    const holder = await addCustomer(number)
    const order = await place(holder)
    await addInvoice(db, { id: `C${number}`, party_id: number })
    const applicant = await addCustomer(`000${number}`, { is_active: false })
    const accept = (query: { joins?: string }) =>
      portal.call(users.activate, { params: { id: applicant._id }, query, as: admin })
    assert.equal((await accept({})).status, 409)
    // Simulates access based only on the claimed number.
    await db.updateTable('user_account').set({ is_active: true }).where('id', '=', applicant._id).execute()
    assert.deepEqual([await history(applicant), await seenInvoices(applicant)], [[], []])
    assert.equal(
      (await portal.call(invoices.ofCustomer, { params: { id: number }, query: {}, as: applicant })).status,
      404,
    )
    await db.updateTable('user_account').set({ is_active: false }).where('id', '=', applicant._id).execute()
    assert.equal((await accept({ joins: holder.businessId })).status, 200)
    assert.deepEqual([await history(applicant), await seenInvoices(applicant)], [[order], [`C${number}`]])
  })
})

describe('orders entered in the ERP', () => {
  it('belong to a business exactly while it has their account number', async () => {
    const [first, second] = [newNumber(), newNumber()]
    const [early, later] = [await type(first), await type(second)]
    const customer = await addCustomer(first, { is_active: false })
    const accepted = await portal.call(users.activate, { params: { id: customer._id }, query: {}, as: admin })
    assert.equal(accepted.status, 200)
    assert.deepEqual(await history(customer), [early])
    assert.equal((await dashboard(customer)).orders, 1)
    assert.equal((await edit(customer, { accountID: second })).status, 200)
    assert.deepEqual(await history(customer), [later])
    assert.equal((await dashboard(customer)).orders, 1)
  })

  it('stay with the number when a user joins another business, while portal orders move along', async () => {
    const [mine, theirs] = [newNumber(), newNumber()]
    const [leaver, stays, holder] = [await addCustomer(mine), await addCustomer(mine), await addCustomer(theirs)]
    const [own, colleagues] = [await place(leaver), await place(stays)]
    const [typedHere, typedThere] = [await type(mine), await type(theirs)]
    assert.equal((await edit(leaver, { accountID: theirs }, holder.businessId)).status, 200)
    assert.deepEqual((await history(leaver)).toSorted(), [own, typedThere].toSorted())
    assert.deepEqual((await history(holder)).toSorted(), [own, typedThere].toSorted())
    assert.deepEqual((await history(stays)).toSorted(), [colleagues, typedHere].toSorted())
    assert.deepEqual([(await dashboard(holder)).orders, (await dashboard(stays)).orders], [2, 2])
  })

  it('belong to no business while the number is free, then to its next owner', async () => {
    const number = newNumber()
    const one = await addCustomer(number)
    const order = await type(number)
    await portal.call(users.remove, { params: { id: one._id }, query: {}, as: admin })
    const next = await addCustomer(number, { is_active: false })
    assert.equal((await portal.call(users.activate, { params: { id: next._id }, query: {}, as: admin })).status, 200)
    assert.deepEqual(await history(next), [order])
  })
})

describe('an order that is placed while its customer joins another business', () => {
  it('ends up with the customer’s current business', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const [leaver, holder] = [await addCustomer(), await addCustomer()]
      const { body: target } = await portal.call(users.byId, { params: { id: holder._id }, as: admin })
      const product = await addProduct({ price: 10 })
      const body = orderOf([{ _id: product, quantity: 1 }], await codeFor(leaver))
      const [placed, joined] = await Promise.all([
        portal.call(orders.place, { body, as: leaver }),
        edit(leaver, { accountID: target.accountID }, holder.businessId),
      ])
      assert.equal(joined.status, 200)
      assert.ok([201, 409].includes(placed.status), `${placed.status} ${placed.body.message}`)
      const rows = await db.selectFrom('sales_order').select('business_id').where('user_id', '=', leaver._id).execute()
      assert.deepEqual(
        rows.map(({ business_id }) => business_id),
        placed.status === 201 ? [holder.businessId] : [],
      )
    }
  })
})

describe('staff', () => {
  it('with their own business see its orders and invoices; others see only the orders they placed', async () => {
    const number = newNumber()
    const owner = await portal.addUser({ is_sales_rep: true, account_number: number })
    const order = await type(number)
    await addInvoice(db, { id: `D${number}`, party_id: number })
    assert.deepEqual([await history(owner), await seenInvoices(owner)], [[order], [`D${number}`]])
    const none = await portal.addUser({ is_sales_rep: true, email: `none-${newId()}@test.example` })
    await db.updateTable('user_account').set({ business_id: null }).where('id', '=', none._id).execute()
    assert.deepEqual([await history(none), await seenInvoices(none)], [[], []])
    assert.equal((await dashboard(none)).orders, 0)
    const placed = await place(none, await addCustomer())
    assert.deepEqual(await history(none), [placed])
    assert.equal((await dashboard(none)).orders, 1)
  })

  it('who work for a customer see all its orders, also in the file', async () => {
    const [first, second] = [await addCustomer(), await addCustomer()]
    const [own, , itself] = [await place(rep, first), await place(rep, second), await place(first)]
    const asked = { params: { id: rep._id }, query: {}, as: rep, headers: { 'ordering-for': first._id } }
    const { body, raw } = await portal.call(orders.mine, asked)
    assert.deepEqual([new Set(body.map(({ _id }) => _id)), raw.headers['x-total-count']], [new Set([own, itself]), '2'])
    const file = await portal.call(orders.mineCsv, asked)
    assert.equal(file.raw.body.trim().split('\n').length, 3)
  })
})
