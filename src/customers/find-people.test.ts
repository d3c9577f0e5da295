import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orders } from '#orders/contract.ts'
import { addListedOrder } from '#orders/history/testing-lists.ts'
import { startTestPortal } from '#portal/testing.ts'
import { users } from './contract.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const customer = await portal.addUser({
  name: 'Jose\u0301',
  last_name: 'Núñez',
  company_name: 'Farmacia Peña-Łódź',
  account_number: '4400123',
})
await addListedOrder(portal.db, { user_id: customer._id, bill_to_party_id: '4400123' })

for (const typed of ['Nunez', 'núñez', 'NUÑEZ', 'Nu\u0301n\u0303ez', 'jose', 'pena', 'lodz', 'Peña'])
  test(`${typed} finds the person, the business and its orders, regardless of accents`, async () => {
    const chosen = await portal.call(users.list, { query: { query: typed, customers: 'true' }, as: admin })
    assert.deepEqual(
      chosen.body.map(({ _id }) => _id),
      [customer._id],
    )
    const listed = await portal.call(users.customers, {
      query: { query: JSON.stringify({ any: typed }) },
      as: admin,
    })
    assert.deepEqual(
      listed.body.map(({ _id }) => _id),
      [customer._id],
    )
  })

test('name columns and order customers are found regardless of accents', async () => {
  for (const query of [{ name: 'nunez' }, { company: 'pena' }])
    assert.equal(
      (await portal.call(users.customers, { query: { query: JSON.stringify(query) }, as: admin })).body.length,
      1,
    )
  const found = await portal.call(orders.all, {
    params: { id: 'all' },
    query: { query: JSON.stringify({ account: 'pena-lodz' }) },
    as: admin,
  })
  assert.equal(found.body.length, 1)
})
