import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { reports } from './contract.ts'
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
const mine = (as: TestUser) => portal.call(reports.myCustomers, { as })

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
  assert.equal(body.count, 4)
  assert.deepEqual(
    body.customers.map((one) => [one.companyName, one.openOrders, one.lateOrders, one.quietDays, one.licenseDaysLeft]),
    [
      ['Late', 1, 1, null, null],
      ['Ending', 0, 0, null, 7],
      ['Quiet', 0, 0, 46, null],
      ['Calm', 1, 0, null, null],
    ],
  )
  assert.deepEqual((await mine(await portal.addUser({ is_sales_rep: true }))).body, { count: 0, customers: [] })
  assert.equal((await mine(calm)).status, 403)
})
