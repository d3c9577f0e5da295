import { randomUUID } from 'node:crypto'
import { placing } from '#orders/checkout/testing-placement.ts'
import type { TestPortal, TestUser } from '#portal/testing.ts'
import type { NewBudget } from './budget-shapes.ts'
import { budgets } from './contract.ts'
import type * as z from 'zod/mini'

/** Fixtures for budget tests: a business with users, budgets, and orders for a given amount. */
export const budgeting = (portal: TestPortal) => {
  const { addProduct, codeFor, orderOf } = placing(portal)

  const business = async () => {
    const manager = await portal.addUser({ buying_role: 'manager', name: 'Mia', last_name: 'Moss' })
    const add = (name: string, buying_role: 'viewer' | 'buyer' | 'approver' = 'buyer') =>
      portal.addUser({ business_id: manager.businessId, buying_role, name, last_name: '' })
    return { manager, buyer: await add('Bo'), add }
  }

  const setBudget = (as: TestUser, facts: Partial<z.input<typeof NewBudget>> = {}) =>
    portal.call(budgets.add, {
      body: { userId: null, costCenterId: null, period: 'month', amount: 100, mode: 'stop', ...facts },
      as,
    })

  /**
   * Orders for this many dollars, one dollar per piece. Each order has its own product, so that only the budget is
   * contended.
   */
  const order = async (
    as: TestUser,
    dollars: number,
    { forUser = as, ...more }: { forUser?: TestUser; costCenterId?: string; otp?: string } = {},
  ) => {
    const lines = [{ _id: await addProduct({ price: 1, count_in_stock: 5_000 }), quantity: dollars }]
    const payload = {
      ...orderOf(lines, more.otp ?? (await codeFor(as, forUser._id))),
      ...(more.costCenterId && { costCenterId: more.costCenterId }),
    }
    return portal.send({
      method: 'POST',
      url: forUser === as ? '/api/orders' : `/api/orders/ByAdmin/${forUser._id}`,
      payload: forUser === as ? payload : { ...payload, forUser: forUser._id },
      headers: { 'idempotency-key': randomUUID() },
      as,
    })
  }

  /** Budgets as shown to a user about to order. */
  const left = async (as: TestUser, query: { forUser?: string; costCenterId?: string } = {}) =>
    (await portal.call(budgets.left, { query, as })).body.budgets

  return { addProduct, codeFor, orderOf, business, setBudget, order, left }
}
