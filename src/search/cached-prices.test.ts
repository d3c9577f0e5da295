import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { businessGroups } from '#customers/audience/contract.ts'
import { contractPrices, priceLists } from '#pricing/contract.ts'
import { startTestPortal } from '#portal/testing.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const buyer = await portal.addUser()
const [dear = ''] = (
  await addProducts(portal.db, [
    { name: 'Dear', price: 30, is_published: true },
    { name: 'Cheap', price: 20, is_published: true },
  ])
).map(({ _id }) => _id)

/** Returns the cheaper of the two products for the buyer. Called after every change to reveal stale caches. */
const cheaper = async (): Promise<string> => {
  const { body } = await portal.call(catalog.search, { query: { order: 'lowest' }, as: buyer })
  return body.products[0]?.name ?? ''
}
const agree = (price: number | null) =>
  portal.call(contractPrices.setCustomerPrice, {
    params: { id: buyer._id },
    body: { productId: dear, list: 'general', price },
    as: admin,
  })
const facts = { name: 'Agreed', contractNumber: '', currency: 'USD' as const, priority: 0, validTo: null }
const validFrom = '2026-01-01'
const giveList = async (id: string, to: { userIds?: string[]; groupIds?: string[] }) => {
  const { __v } = (await portal.call(priceLists.byId, { params: { id }, as: admin })).body
  const body = { ...facts, validFrom, userIds: [], groupIds: [], ...to, __v }
  return portal.call(priceLists.change, { params: { id }, body, as: admin })
}
const takePercent = (id: string, percentOff: number | null) =>
  portal.call(priceLists.setEntry, {
    params: { id },
    body: { productId: dear, fromQuantity: 1, price: null, percentOff },
    as: admin,
  })
const gather = async (id: string, userIds: string[]) => {
  const { name, __v } = (await portal.call(businessGroups.byId, { params: { id }, as: admin })).body
  return portal.call(businessGroups.change, { params: { id }, body: { name, userIds, __v }, as: admin })
}
const cost = async (price: number) => {
  const { __v } = (await portal.call(catalog.byId, { params: { id: dear }, as: admin })).body
  const answer = await portal.send({ method: 'PUT', url: `/api/products/${dear}`, payload: { price, __v }, as: admin })
  assert.equal(answer.status, 200)
}

test('sorting by price follows every change of the business’s prices immediately', async () => {
  const after = async (done: Promise<unknown>, name: 'Dear' | 'Cheap', what: string) => {
    await done
    assert.equal(await cheaper(), name, what)
  }
  assert.equal(await cheaper(), 'Cheap')
  await after(agree(5), 'Dear', 'a contract price')
  await after(agree(null), 'Cheap', 'contract price removed')

  const made = await portal.call(priceLists.make, { body: { ...facts, validFrom }, as: admin })
  const list = made.body._id
  await after(giveList(list, { userIds: [buyer._id] }), 'Cheap', 'an empty list')
  await after(takePercent(list, 50), 'Dear', 'an entry')
  await after(cost(50), 'Cheap', 'half of a higher price')
  await after(cost(30), 'Dear', 'half of the old price')
  await after(takePercent(list, null), 'Cheap', 'entry removed')
  await after(takePercent(list, 50), 'Dear', 'an entry again')
  await after(giveList(list, {}), 'Cheap', 'a list without businesses')

  const grouped = { kind: 'group' as const, name: 'Organization' }
  const group = (await portal.call(businessGroups.make, { body: grouped, as: admin })).body._id
  await after(giveList(list, { groupIds: [group] }), 'Cheap', 'a list for a group of others')
  await after(gather(group, [buyer._id]), 'Dear', 'joining the group')
  await after(gather(group, []), 'Cheap', 'leaving it')
  await after(gather(group, [buyer._id]), 'Dear', 'joining it again')
  await after(portal.call(priceLists.remove, { params: { id: list }, as: admin }), 'Cheap', 'list removed')
})
