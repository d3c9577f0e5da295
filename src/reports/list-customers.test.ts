import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { type CustomerMatter, customerMatters, reports } from './contract.ts'
import { importOrder } from './testing-sales.ts'

const portal = await startTestPortal()
const { db } = portal
const rep = await portal.addUser({ is_sales_rep: true })

const ordered = async (customer: TestUser, days: number, facts: object = {}) => {
  const id = await importOrder(db, customer, [{ product: null, quantity: 1, price: 5 }])
  await db
    .updateTable('sales_order')
    .set({ placed_by: rep._id, created_at: portal.daysAgo(days), ...facts })
    .where('id', '=', id)
    .execute()
}
const mine = (as: TestUser, show: CustomerMatter = 'all') => portal.call(reports.myCustomers, { query: { show }, as })

test('counts all orders of a business', async () => {
  const other = await portal.addUser({ is_sales_rep: true })
  const [ann, bob] = [
    await portal.addUser({ company_name: 'Hospital', account_number: '7000001' }),
    await portal.addUser({ company_name: 'Hospital', account_number: '7000001' }),
  ]
  for (const ago of [300, 290, 280]) await ordered(ann, ago, { erp_status: '3', placed_by: other._id })
  await ordered(bob, 1, { placed_by: bob._id })
  const { body } = await mine(other)
  assert.deepEqual(
    body.customers.map((one) => [one.companyName, one.openOrders, one.quietDays, one.lastOrderAt.slice(0, 10)]),
    [['Hospital', 1, null, portal.day(-1)]],
  )
})

test('a rep sees the customers they order for, with what needs attention', async () => {
  const [calm, late, quiet, ending] = await Promise.all([
    portal.addUser({ company_name: 'Calm' }),
    portal.addUser({ company_name: 'Late' }),
    portal.addUser({ company_name: 'Quiet' }),
    portal.addUser({ company_name: 'Ending', license_expiry_date: portal.day(7) }),
  ])
  const done = { erp_status: '3' }
  await ordered(calm, 2, done)
  await ordered(calm, 1, { tracking_code: '' })
  await ordered(late, 9, { erp_status: '1', tracking_code: '' })
  for (const ago of [60, 53, 46]) await ordered(quiet, ago, done)
  await ordered(ending, 1, done)
  const { body } = await mine(rep)
  assert.equal(body.counts.all, 4)
  assert.deepEqual(
    body.customers.map((one) => [one.companyName, one.openOrders, one.lateOrders, one.quietDays, one.licenseDaysLeft]),
    [
      ['Late', 1, 1, null, null],
      ['Ending', 0, 0, null, 7],
      ['Quiet', 0, 0, 46, null],
      ['Calm', 1, 0, null, null],
    ],
  )
  assert.deepEqual((await mine(await portal.addUser({ is_sales_rep: true }))).body, {
    counts: { all: 0, quiet: 0, license: 0, held: 0, overdue: 0 },
    overdue: [],
    customers: [],
  })
  assert.equal((await mine(calm)).status, 403)
})

test('a rep sees how many customers need attention and lists those of one matter', async () => {
  const busy = await portal.addUser({ is_sales_rep: true })
  const customers = {
    Calm: await portal.addUser({ company_name: 'Calm', account_number: '7000010' }),
    Silent: await portal.addUser({ company_name: 'Silent' }),
    Ending: await portal.addUser({ company_name: 'Ending', license_expiry_date: portal.day(30) }),
    Held: await portal.addUser({ company_name: 'Held', license_expiry_date: portal.day(-3) }),
    Owing: await portal.addUser({ company_name: 'Owing', account_number: '7000009' }),
  }
  const by = { placed_by: busy._id, erp_status: '3' }
  for (const customer of Object.values(customers)) await ordered(customer, customer === customers.Silent ? 46 : 2, by)
  await ordered(customers.Silent, 53, by)
  await ordered(customers.Held, 1, { ...by, erp_status: null, erp_state: 'held' })
  const owed = { currency_code: 'USD', party_id: '7000009', total_gross_amount: 40 }
  await addInvoice(db, { ...owed, id: 'LATE-1', open_amount: 40, due_date: portal.day(-1) })
  await addInvoice(db, { ...owed, id: 'LATE-2', open_amount: 2.5, due_date: portal.day(-9) })
  await addInvoice(db, { ...owed, id: 'EURO', currency_code: 'EUR', open_amount: 7, due_date: portal.day(-2) })
  const calmOwes = { ...owed, party_id: '7000010', open_amount: 50, due_date: portal.day(-3) }
  await addInvoice(db, { ...calmOwes, id: 'CALM-LATE' })
  await addInvoice(db, { ...owed, id: 'NOT-DUE', open_amount: 40, due_date: portal.day(0) })
  await addInvoice(db, { ...owed, id: 'PAID', open_amount: 0, due_date: portal.day(-9) })
  const { counts, overdue: together, customers: all } = (await mine(busy)).body
  assert.deepEqual(counts, { all: 5, quiet: 1, license: 2, held: 1, overdue: 2 })
  assert.deepEqual(together, [
    { amount: 92.5, currency: 'USD' },
    { amount: 7, currency: 'EUR' },
  ])
  assert.deepEqual(all.map(({ companyName, overdue }) => [companyName, overdue]).slice(0, 3), [
    ['Calm', { amount: 50, currency: 'USD' }],
    ['Owing', { amount: 42.5, currency: 'USD' }],
    ['Held', null],
  ])
  const names = {
    all: 'Calm Ending Held Owing Silent',
    quiet: 'Silent',
    license: 'Ending Held',
    held: 'Held',
    overdue: 'Calm Owing',
  }
  for (const matter of customerMatters) {
    const { body } = await mine(busy, matter)
    assert.deepEqual(body.counts, counts, matter)
    assert.equal(
      body.customers
        .map(({ companyName }) => companyName)
        .toSorted()
        .join(' '),
      names[matter],
    )
  }
})
