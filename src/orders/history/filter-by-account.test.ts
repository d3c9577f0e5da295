import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addBilledAccounts } from '#customers/business/billed-accounts.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { orders } from '../contract.ts'
import type { OrderFilter } from '../order-shapes.ts'
import { addListedOrder } from './testing-lists.ts'
import { placing } from '../checkout/testing-placement.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const { addProduct, codeFor, orderOf } = placing(portal)
const product = await addProduct({ count_in_stock: 1_000 })

const accounts = {
  usual: '1000777',
  longer: '91000777',
  letters: 'Ab-1277',
  odd: '50%_Off',
  long: '12345678901234567',
} as const
type Name = keyof typeof accounts

const nameOf = new Map<string, string>()
for (const [name, bill_to_party_id] of Object.entries(accounts))
  nameOf.set(await addListedOrder(db, { bill_to_party_id, erp_status: '3', total_price: nameOf.size + 1 }), name)
const company = await portal.addUser({ account_number: '1000777', company_name: 'Eleven 1000777 Drugs' })
nameOf.set(await addListedOrder(db, { bill_to_party_id: '88', user_id: company._id, total_price: 10 }), 'named')
nameOf.set(await addListedOrder(db, { bill_to_party_id: '1000777', user_id: company._id, total_price: 11 }), 'both')

const ask = async (filter: OrderFilter, more: { sort?: 'totalPrice' | 'billToPartyID' } = {}) => {
  const query = { query: JSON.stringify(filter), ...more }
  const { status, body, raw } = await portal.call(orders.all, { params: { id: 'all' }, query, as: admin })
  assert.equal(status, 200)
  assert.equal(raw.headers['x-total-count'], String(body.length))
  return body.map(({ _id }) => _id)
}

const cases: [text: string, found: (Name | 'named' | 'both')[]][] = [
  ['1000777', ['usual', 'longer', 'named', 'both']],
  ['00077', ['usual', 'longer', 'named', 'both']],
  ['0001000777', ['usual', 'both']],
  ['77', []],
  ['1', ['usual', 'long', 'both']],
  ['10', ['usual', 'both']],
  ['8', ['named']],
  ['ab-12', ['letters']],
  ['B-1277', ['letters']],
  ['aB', ['letters']],
  ['50', ['odd']],
  ['50%_o', ['odd']],
  ['0%_o', []],
  ['%_OFF', ['odd']],
  ['5%', []],
  ['1000_77', []],
  ['567890', ['long']],
  ['eleven', ['named', 'both']],
  ['EL', ['named', 'both']],
  ['other', []],
]

describe('orders filtered by account', () => {
  for (const [text, found] of cases)
    it(`${text} finds ${found.length}`, async () => {
      const names = (ids: string[]) => ids.map((id) => nameOf.get(id))
      assert.deepEqual(names(await ask({ billToPartyID: text }, { sort: 'totalPrice' })), found)
      const isThird = (name: string) => name !== 'named' && name !== 'both'
      assert.deepEqual(
        names(await ask({ billToPartyID: text, orderStatusSap: '3' }, { sort: 'totalPrice' })),
        found.filter(isThird),
      )
      const file = await portal.send({
        method: 'GET',
        url: `/api/orders/localSAPOrders/all/csv?query=${encodeURIComponent(JSON.stringify({ billToPartyID: text }))}`,
        as: admin,
      })
      assert.equal(file.raw.body.trim().split('\r\n').length, 1 + found.length)
    })

  it('are found by any number of accounts, each once', async () => {
    await db.transaction().execute((tx) =>
      addBilledAccounts(
        tx,
        Array.from({ length: 2_500 }, (_, at) => `77${10_000 + at}`),
      ),
    )
    const [one, two] = [
      await addListedOrder(db, { bill_to_party_id: '7710000', erp_status: '1' }),
      await addListedOrder(db, { bill_to_party_id: '7712499', erp_status: '1' }),
    ]
    for (const filter of [{ billToPartyID: '771' }, { billToPartyID: '77', orderStatusSap: '1' }])
      assert.deepEqual(await ask(filter, { sort: 'billToPartyID' }), [one, two], JSON.stringify(filter))
    assert.deepEqual(await ask({ billToPartyID: '771249' }), [two])
  })
})

describe('the first order of an account', () => {
  const place = async (buyer: TestUser, otp: string) => {
    const payload = orderOf([{ _id: product, quantity: 1 }], otp)
    const { status, body } = await portal.send({ method: 'POST', url: '/api/orders', payload, as: buyer })
    assert.equal(status, 201)
    return (body.order as { _id: string })._id
  }

  it('is found immediately, and so is the second', async () => {
    const buyer = await portal.addUser({ account_number: '6660001' })
    assert.deepEqual(await ask({ billToPartyID: '6660001' }), [])
    const first = await place(buyer, await codeFor(buyer))
    assert.deepEqual(await ask({ billToPartyID: '6660001' }), [first])
    const second = await place(buyer, await codeFor(buyer))
    assert.deepEqual(await ask({ billToPartyID: '66600' }), [second, first])
  })

  it('can be placed by several users at the same time', async () => {
    const buyers = await Promise.all(Array.from({ length: 8 }, () => portal.addUser({ account_number: '6660002' })))
    const codes = await Promise.all(buyers.map((buyer) => codeFor(buyer)))
    const placed = await Promise.all(buyers.map((buyer, at) => place(buyer, codes[at] ?? '')))
    assert.deepEqual((await ask({ billToPartyID: '6660002' })).toSorted(), placed.toSorted())
  })

  it('waits only for the transaction that inserts the account', async () => {
    const buyer = await portal.addUser({ account_number: '6660003' })
    const code = await codeFor(buyer)
    const { placing: placed } = await db.transaction().execute(async (tx) => {
      await addBilledAccounts(tx, ['6660003', '6660004'])
      return { placing: place(buyer, code) }
    })
    const order = await placed
    assert.deepEqual(await ask({ billToPartyID: '6660003' }), [order])
  })
})
