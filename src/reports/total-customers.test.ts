import assert from 'node:assert/strict'
import { test } from 'node:test'
import { users } from '#customers/contract.ts'
import { addProducts } from '#catalog/add-products.ts'
import { buy } from '#catalog/testing-orders.ts'
import { invoices as invoiceCalls } from '#billing/invoices/contract.ts'
import { orders as orderCalls } from '#orders/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { businessDay } from '#shared/business-day.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const ann = await portal.addUser({ email: 'ann@acme.example', company_name: '=Acme', account_number: '1000123' })
const bob = await portal.addUser({ email: 'bob@rival.example', company_name: 'Rival', account_number: '1000456' })

const customers = async (query: Record<string, string> = {}) => {
  const sent = { query: JSON.stringify(query), sort: 'company' as const }
  const { status, body } = await portal.call(users.customers, { query: sent, as: admin })
  assert.equal(status, 200)
  return body
}

const invoice = (
  id: string,
  party: string,
  facts: { open: number; due: string; currency?: string; isPaidBack?: boolean },
) =>
  portal.db
    .insertInto('invoice')
    .values({
      id,
      party_id: party,
      open_amount: facts.open,
      total_gross_amount: 500,
      due_date: facts.due,
      currency_code: facts.currency ?? 'USD',
      is_cancellation: facts.isPaidBack ?? false,
    })
    .execute()

test('shows each customer’s latest order, sales of a year and overdue amounts', async () => {
  const [product] = await addProducts(portal.db, [
    { name: 'Amoxicillin', ndc_number: '55555-0001-01', price: 10, count_in_stock: 100, is_published: true },
  ])
  assert.equal(await buy(portal, ann, [{ _id: product?._id ?? '', quantity: 5 }]), 201)
  await invoice('I1', '1000123', { open: 120.5, due: '2020-01-31' })
  await invoice('I2', '1000123', { open: 9.5, due: '2020-02-28' })
  await invoice('I3', '1000123', { open: 30, due: '2020-02-28', currency: 'CAD' })
  await invoice('I4', '1000123', { open: 77, due: '2999-01-31' })
  await invoice('I5', '1000123', { open: 88, due: '2020-01-31', isPaidBack: true })

  const [acme, rival] = await customers()
  assert.deepEqual(acme?.overdue, [
    { currency: 'USD', amount: 130 },
    { currency: 'CAD', amount: 30 },
  ])
  assert.equal(acme?.salesOfYear, 50)
  assert.equal(acme?.lastOrderAt?.slice(0, 10), businessDay(portal.config.BUSINESS_TIME_ZONE))
  assert.deepEqual([rival?.lastOrderAt, rival?.salesOfYear, rival?.overdue], [null, 0, []])
})

test('a business is one row with its users, found by each of them', async () => {
  const cara = await portal.addUser({
    email: 'cara@acme.example',
    name: 'Cara',
    last_name: 'Diaz',
    account_number: '1000123',
  })
  await portal.addUser({ email: 'dan@acme.example', is_active: false, business_id: ann.businessId })
  const rows = await customers()
  assert.deepEqual(
    rows.map(({ _id, people, countPeople, salesOfYear }) => [
      _id,
      people.map(({ email }) => email),
      countPeople,
      salesOfYear,
    ]),
    [
      [ann._id, ['ann@acme.example', 'cara@acme.example', 'dan@acme.example'], 3, 50],
      [bob._id, ['bob@rival.example'], 1, 0],
    ],
  )
  for (const query of [{ email: 'cara@' }, { name: 'cara diaz' }, { any: 'cara' }])
    assert.deepEqual(
      (await customers(query)).map(({ _id }) => _id),
      [ann._id],
      JSON.stringify(query),
    )
  await portal.db.updateTable('user_account').set({ is_active: false }).where('id', '=', ann._id).execute()
  assert.deepEqual(
    (await customers({ email: 'ann@' })).map(({ _id, isActive }) => [_id, isActive]),
    [[cara._id, true]],
  )
  await portal.db.updateTable('user_account').set({ is_active: true }).where('id', '=', ann._id).execute()
})

test('only admins can download the filtered list', async () => {
  const file = (format: string, as = admin) =>
    portal.send({ url: `/api/users/customers/file?format=${format}&query={"email":"acme"}`, as })
  const { raw } = await file('csv')
  const [titles, first, ...rest] = raw.body.trim().split('\r\n')
  assert.match(titles ?? '', /Company,First Name,Last Name,Email,People/)
  assert.match(first ?? '', /^'=Acme,.*ann@acme\.example/)
  assert.match(first ?? '', /,50,"130\.00 USD, 30\.00 CAD",/)
  assert.deepEqual(rest, [])
  assert.equal((await file('xlsx')).raw.rawPayload.subarray(0, 2).toString(), 'PK')
  assert.equal((await file('csv', bob)).status, 403)
})

test('an admin reads the record of a business with the number of its prices, orders and invoices', async () => {
  const admins = (id: string, as = admin) => portal.call(users.record, { params: { id }, as })
  const viewer = await portal.addUser({ account_number: '1000123', buying_role: 'viewer' })
  const [product] = await portal.db.selectFrom('product').select('id').limit(1).execute()
  await portal.db
    .insertInto('contract_price')
    .values({ product_id: product?.id ?? '', business_id: ann.businessId ?? '', list: 'general', price: 9 })
    .execute()
  await invoice('I6', '1000456', { open: 1, due: '2999-01-31' })
  await portal.db.updateTable('invoice').set({ payer_party_id: '1000123' }).where('id', '=', 'I6').execute()

  for (const id of [ann._id, viewer._id]) {
    const { status, body } = await admins(id)
    assert.deepEqual([status, body._id], [200, id])
    const invoices = await portal.call(invoiceCalls.ofCustomer, { params: { id }, query: {}, as: admin })
    const orders = await portal.call(orderCalls.mine, { params: { id }, query: {}, as: admin })
    assert.deepEqual(body.counts, { prices: 1, orders: orders.body.length, invoices: invoices.body.length })
    assert.deepEqual([body.counts.orders, body.counts.invoices], [1, 6])
    assert.deepEqual([body.salesOfYear, body.overdue.length], [50, 2])
    assert.deepEqual(
      body.people.map(({ _id, mayOrder }) => [_id === viewer._id, mayOrder]).filter(([isViewer]) => isViewer),
      [[true, false]],
    )
  }
  const owed = await portal.call(invoiceCalls.ofCustomer, {
    params: { id: ann._id },
    query: { payment: 'overdue' },
    as: admin,
  })
  assert.deepEqual(owed.body.map(({ invoiceID }) => invoiceID).toSorted(), ['I1', 'I2', 'I3'])
  const rep = await portal.addUser({ is_sales_rep: true })
  assert.equal((await admins(rep._id)).status, 404)
  assert.equal((await admins(ann._id, rep)).status, 403)
  assert.equal((await admins(ann._id, ann)).status, 403)
})
