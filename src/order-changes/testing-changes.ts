import assert from 'node:assert/strict'
import { placing } from '#orders/checkout/testing-placement.ts'
import { orders } from '#orders/contract.ts'
import type { TestPortal, TestUser } from '#portal/testing.ts'
import { orderChanges } from './contract.ts'

/** Fixtures for tests of changes: an order placed through the checkout, and what a person does with it. */
export const changing = (portal: TestPortal) => {
  const { addProduct, codeFor, orderOf, stockOf } = placing(portal)
  const { call } = portal

  /** An order of these quantities, each of an own product at $10 with 100 in stock. */
  const place = async (
    buyer: TestUser,
    quantities: readonly number[],
    facts: Parameters<typeof addProduct>[0] = {},
  ) => {
    const products = await Promise.all(quantities.map(() => addProduct(facts)))
    const lines = products.map((_id, at) => ({ _id, quantity: quantities[at] ?? 1 }))
    const { status, body, raw } = await call(orders.place, {
      body: orderOf(lines, await codeFor(buyer)),
      as: buyer,
    })
    assert.equal(status, 201, raw.body)
    return { id: body.order._id, products }
  }

  const change = (as: TestUser, id: string, lines: [line: number, from: number, to: number][], more: object = {}) =>
    call(orderChanges.request, {
      params: { id },
      body: { lines: lines.map(([line, from, to]) => ({ line, from, to })), reason: 'Ordered too much' },
      as,
      ...more,
    })

  const changesOf = async (as: TestUser, id: string) => {
    const { status, body, raw } = await call(orderChanges.list, { params: { id }, as })
    assert.equal(status, 200, raw.body)
    return body
  }

  const orderById = async (as: TestUser, id: string) => (await call(orders.byId, { params: { id }, as })).body

  return { addProduct, place, change, changesOf, orderById, stockOf }
}
