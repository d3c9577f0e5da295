import assert from 'node:assert/strict'
import { it } from 'node:test'
import { orders } from '#orders/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { transaction } from '#platform/db/connect.ts'
import { untilWaiting } from '#platform/db/testing-waiting.ts'
import { startTestPortal } from '#portal/testing.ts'
import { listing } from './testing-lists.ts'

const portal = await startTestPortal()
const { db, day } = portal
const { addProduct, codeFor, orderOf } = placing(portal)
const { addGroup, addList } = listing(portal)

it('each of many orders uses the prices of one list while lists are switched', async () => {
  const buyers = await Promise.all(Array.from({ length: 6 }, () => portal.addUser()))
  const groups = [
    await addGroup(
      'group',
      buyers.map(({ businessId }) => businessId),
    ),
  ]
  const products = [await addProduct(), await addProduct(), await addProduct()].toSorted()
  const at = (price: number) => products.map((product) => ({ product, price }))
  const ending = await addList({ groups, valid_from: day(-9), entries: at(7) })
  const next = await addList({ groups, valid_from: day(1), entries: at(6) })
  const quantities = products.map((_id) => ({ _id, quantity: 1 }))
  const bodies = await Promise.all(buyers.map(async (as) => ({ as, body: orderOf(quantities, await codeFor(as)) })))
  const placeAll = (some: typeof bodies) => some.map((one) => portal.call(orders.place, one))

  const { early, late } = await transaction(db, async (tx) => {
    // All wait for the product locked last; they have read the others already.
    const last = products.at(-1) ?? ''
    await tx.selectFrom('product').select('id').where('id', '=', last).forUpdate().execute()
    const before = placeAll(bodies.slice(0, 3))
    await untilWaiting(portal.owner, 3)
    await transaction(db, async (midnight) => {
      const yesterday = { valid_to: day(-1) }
      await midnight.updateTable('price_list').set(yesterday).where('id', '=', ending).execute()
      await midnight.updateTable('price_list').set({ valid_from: day() }).where('id', '=', next).execute()
    })
    const after = placeAll(bodies.slice(3))
    await untilWaiting(portal.owner, 6)
    return { early: before, late: after }
  })
  const paid = async (some: typeof early) =>
    (await Promise.all(some)).map(({ status, body }) => [status, ...body.order.orderItems.map(({ price }) => price)])
  assert.deepEqual(await paid(early), [
    [201, 7, 7, 7],
    [201, 7, 7, 7],
    [201, 7, 7, 7],
  ])
  assert.deepEqual(await paid(late), [
    [201, 6, 6, 6],
    [201, 6, 6, 6],
    [201, 6, 6, 6],
  ])
})
