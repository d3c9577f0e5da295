import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { read as readBook } from '@e965/xlsx'
import { addProducts } from '#catalog/add-products.ts'
import { restrictions } from '#product-admin/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { businessGroups } from '#customers/audience/contract.ts'
import { priceLists } from './contract.ts'
import { bySystem } from '#platform/act.ts'
import { removeContractPrices } from './replace-prices.ts'
import { listing } from './testing-lists.ts'
import { transaction } from '#platform/db/connect.ts'

const portal = await startTestPortal()
const { db, day } = portal
const { addGroup, addList } = listing(portal)
const admin = await portal.addUser({ is_admin: true })
const rep = await portal.addUser({ is_sales_rep: true })

const addProduct = async (): Promise<string> => {
  const [added] = await addProducts(db, [{ name: `Listed ${crypto.randomUUID()}`, price: 20, is_published: true }])
  return added?._id ?? ''
}
const facts = { name: 'Northeast GPO', contractNumber: 'C-118', currency: 'USD' as const, priority: 0 }
const make = async () =>
  (await portal.call(priceLists.make, { body: { ...facts, validFrom: day(), validTo: null }, as: admin })).body._id
const read = async (id: string) => (await portal.call(priceLists.byId, { params: { id }, as: admin })).body
const change = async (id: string, more: object) => {
  const { __v, validFrom, validTo } = await read(id)
  const payload = { ...facts, validFrom, validTo, userIds: [], groupIds: [], __v, ...more }
  return portal.send({ method: 'PUT', url: `/api/price-lists/${id}`, payload, as: admin })
}
const setEntry = (id: string, entry: object) =>
  portal.send({
    method: 'PUT',
    url: `/api/price-lists/${id}/entries`,
    payload: { fromQuantity: 1, price: null, percentOff: null, ...entry },
    as: admin,
  })
const simulate = async (user: TestUser, product: string, quantity: number, on = day()) =>
  (await portal.call(priceLists.simulate, { query: { user: user._id, product, quantity, day: on }, as: rep })).body

describe('a price list', () => {
  it('is created, assigned to businesses and groups, filled, changed and removed, and audited', async () => {
    const [buyer, member, product] = [await portal.addUser(), await portal.addUser(), await addProduct()]
    const group = await addGroup('group', [member.businessId])
    const id = await make()
    assert.equal((await change(id, { userIds: [buyer._id], groupIds: [group], priority: 5 })).status, 200)
    assert.equal((await setEntry(id, { productId: product, price: 18.005 })).status, 200)
    assert.equal((await setEntry(id, { productId: product, fromQuantity: 10, percentOff: 12.5 })).status, 200)
    const list = await read(id)
    assert.deepEqual(
      [
        list.priority,
        list.products,
        list.state,
        list.businesses.map(({ _id }) => _id),
        list.groups.map(({ _id }) => _id),
      ],
      [5, 1, 'current', [buyer._id], [group]],
    )
    const { entries, count } = (await portal.call(priceLists.entries, { params: { id }, query: {}, as: admin })).body
    assert.deepEqual(
      [count, entries.map(({ fromQuantity, price, percentOff, paid }) => [fromQuantity, price, percentOff, paid])],
      [
        2,
        [
          [1, 18.01, null, 18.01],
          [10, null, 12.5, 17.5],
        ],
      ],
    )
    const sorted = await portal.call(priceLists.entries, {
      params: { id },
      query: { sort: '-fromQuantity' },
      as: admin,
    })
    assert.deepEqual(
      sorted.body.entries.map(({ fromQuantity }) => fromQuantity),
      [10, 1],
    )
    const file = await portal.send({ url: `/api/price-lists/${id}/entries.csv`, as: admin })
    assert.deepEqual(
      file.raw.body
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',').slice(2)),
      [
        ['20', '1', '18.01', '', '-9.95'],
        ['20', '10', '', '12.5', '-12.5'],
      ],
    )
    const book = await portal.send({ url: `/api/price-lists/${id}/entries.xlsx`, as: admin })
    const sheet = readBook(book.raw.rawPayload).Sheets['Sheet1']
    assert.deepEqual(
      ['C3', 'D3', 'E3', 'F3', 'G3'].map((at) => sheet?.[at]?.v),
      [20, 10, '', 12.5, -12.5],
    )
    assert.equal((await portal.send({ url: `/api/price-lists/${id}/entries.xlsx`, as: rep })).status, 403)
    assert.equal((await setEntry(id, { productId: product })).status, 200)
    assert.equal((await simulate(buyer, product, 1)).price, 20)
    assert.equal((await portal.call(priceLists.remove, { params: { id }, as: admin })).status, 200)
    assert.equal((await portal.send({ url: `/api/price-lists/${id}`, as: admin })).status, 404)
    const trail = await db
      .selectFrom('audit_entry')
      .select('action')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      trail.map(({ action }) => action),
      [
        'price list created',
        'price list changed',
        'price list entry set',
        'price list entry set',
        'price list entry removed',
        'price list removed',
      ],
    )
  })

  it('that was changed by another admin is not overwritten', async () => {
    const id = await make()
    await change(id, { name: 'First' })
    const { status, body } = await change(id, { name: 'Second', __v: 1 })
    assert.deepEqual([status, body.message], [409, 'This price list has changed since you opened it. Open it again.'])
  })

  const refused: [what: string, facts: object, message: RegExp][] = [
    ['ends before it begins', { validFrom: '2027-01-02', validTo: '2027-01-01' }, /end date is before the start date/],
    ['has no name', { name: ' ' }, /The name is required/],
    ['is in another currency', { currency: 'CAD' }, /must be USD/],
    ['begins on no day', { validFrom: '2027-02-30' }, /must be a date/],
  ]
  for (const [what, wrong, message] of refused)
    it(`that ${what} is refused`, async () => {
      const { status, body } = await change(await make(), wrong)
      assert.equal(status, 400)
      assert.match(String(body.message), message)
    })

  it('refuses an entry with both a price and a percentage, without a product, or for a staff member', async () => {
    const [id, product] = [await make(), await addProduct()]
    assert.equal((await setEntry(id, { productId: product, price: 1, percentOff: 1 })).status, 400)
    assert.equal((await setEntry(id, { productId: product, price: -1 })).status, 400)
    assert.equal((await setEntry(id, { productId: crypto.randomUUID(), price: 1 })).status, 404)
    assert.equal((await change(id, { userIds: [rep._id] })).status, 404)
    assert.equal((await change(id, { groupIds: [crypto.randomUUID()] })).status, 404)
  })

  it('ends for a business without customers, like every audience that names it', async () => {
    const buyer = await portal.addUser()
    const id = await addList({
      businesses: [buyer.businessId],
      groups: [await addGroup('class', [buyer.businessId])],
      entries: [],
    })
    const product = { params: { kind: 'product' as const, subject: await addProduct() }, as: admin }
    const visible = { rule: 'only' as const, userIds: [buyer._id], groupIds: [], __v: 0 }
    assert.equal((await portal.call(restrictions.set, { ...product, body: visible })).status, 200)
    await transaction(db, (tx) => removeContractPrices(tx, buyer.businessId, bySystem))
    const { businesses, groups } = await read(id)
    assert.deepEqual(businesses, [])
    assert.deepEqual((await portal.call(restrictions.find, product)).body.businesses, [])
    const group = await portal.call(businessGroups.byId, { params: { id: groups[0]?._id ?? '' }, as: admin })
    assert.equal(group.body.members, 0)
  })
})

describe('a group', () => {
  const makeGroup = async (kind: 'group' | 'class') =>
    (await portal.call(businessGroups.make, { body: { kind, name: `Of ${crypto.randomUUID()}` }, as: admin })).body._id
  const setMembers = async (id: string, userIds: string[]) => {
    const { name, __v } = (await portal.call(businessGroups.byId, { params: { id }, as: admin })).body
    return portal.send({ method: 'PUT', url: `/api/business-groups/${id}`, payload: { name, userIds, __v }, as: admin })
  }

  it('has members, each business once, and can be deleted when no list is for it', async () => {
    const [one, colleague] = [
      await portal.addUser({ account_number: '4711' }),
      await portal.addUser({ account_number: '4711' }),
    ]
    const id = await makeGroup('group')
    assert.equal((await setMembers(id, [one._id, colleague._id])).status, 200)
    const { businesses, members } = (await portal.call(businessGroups.byId, { params: { id }, as: admin })).body
    assert.deepEqual([members, businesses.map(({ accountID }) => accountID)], [1, ['4711']])
    const list = await addList({ groups: [id], entries: [] })
    const refused = await portal.send({ method: 'DELETE', url: `/api/business-groups/${id}`, as: admin })
    assert.deepEqual([refused.status, /is for this group/.test(String(refused.body.message))], [409, true])
    await portal.call(priceLists.remove, { params: { id: list }, as: admin })
    assert.equal((await portal.call(businessGroups.remove, { params: { id }, as: admin })).status, 200)
  })

  it('that is a class of trade refuses members of another class', async () => {
    const buyer = await portal.addUser({ company_name: 'Harbor Street Pharmacy' })
    const [first, second] = [await makeGroup('class'), await makeGroup('class')]
    assert.equal((await setMembers(first, [buyer._id])).status, 200)
    const { status, body } = await setMembers(second, [buyer._id])
    assert.equal(status, 409)
    assert.match(String(body.message), /^Harbor Street Pharmacy is already in the class of trade Of .*\.$/)
  })
})

describe('the simulator', () => {
  it('shows a price and why, in the order of precedence of the lists', async () => {
    const [buyer, product] = [await portal.addUser(), await addProduct()]
    const group = await addGroup('group', [buyer.businessId])
    const entries = [{ product, price: 15 }]
    await addList({ name: 'Of the group', groups: [group], entries })
    await addList({
      name: 'Own',
      contract_number: 'C-1',
      businesses: [buyer.businessId],
      entries: [{ product, from: 6, percentOff: 50 }],
    })
    await addList({ name: 'Next year', businesses: [buyer.businessId], valid_from: day(30), priority: 9, entries })
    const few = await simulate(buyer, product, 5)
    assert.deepEqual([few.listPrice, few.price, few.source], [20, 20, null])
    assert.deepEqual(
      few.considered.map(({ name, nearness, verdict }) => [name, nearness, verdict]),
      [
        ['Own', 'business', 'belowLowestTier'],
        ['Of the group', 'group', 'laterInOrder'],
        ['Next year', 'business', 'notOnThatDay'],
      ],
    )
    const many = await simulate(buyer, product, 6)
    assert.deepEqual([many.price, many.source?.name, many.considered[0]?.verdict], [10, 'Own', 'decides'])
    const later = await simulate(buyer, product, 6, day(30))
    assert.deepEqual([later.price, later.considered[0]?.name], [15, 'Next year'])
  })
})
