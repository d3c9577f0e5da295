import { randomUUID } from 'node:crypto'
import { placing } from '#orders/checkout/testing-placement.ts'
import type { TestPortal, TestUser } from '#portal/testing.ts'
import { noRules, type Rules } from './rule-shapes.ts'

/** Sent with every order. */
export const location = { lat: 43.66, lng: -70.25 }

/** Fixtures for approval tests: a business with rules, its users, and waiting requests. */
export const requesting = (portal: TestPortal) => {
  const { addProduct, codeFor, orderOf } = placing(portal)

  const keepRules = (businessId: string, rules: Partial<Rules>): Promise<unknown> => {
    const { overAmount, overLines, isForCold, isForControlled, isForNew } = { ...noRules, ...rules }
    return portal.db
      .insertInto('approval_rules')
      .values({
        business_id: businessId,
        over_amount: overAmount,
        over_lines: overLines,
        is_for_cold: isForCold,
        is_for_controlled: isForControlled,
        is_for_new: isForNew,
      })
      .execute()
  }

  /** Orders over 500 dollars by the buyer need approval. */
  const business = async () => {
    const manager = await portal.addUser({ buying_role: 'manager', name: 'Mia', last_name: 'Moss' })
    const add = (buying_role: 'viewer' | 'buyer' | 'approver', name: string) =>
      portal.addUser({ business_id: manager.businessId, buying_role, name, last_name: '' })
    await keepRules(manager.businessId, { overAmount: 500 })
    return { manager, approver: await add('approver', 'Ann'), buyer: await add('buyer', 'Bo'), add }
  }

  const order = async (as: TestUser, lines: Parameters<typeof orderOf>[0], key: string = randomUUID()) =>
    portal.send({
      method: 'POST',
      url: '/api/orders',
      payload: orderOf(lines, await codeFor(as), { purchaseOrder: 'PO-9', shippingAddress: { location } }),
      headers: { 'idempotency-key': key },
      as,
    })

  /** Requests approval for an order of this product and returns the id of the request. */
  const ask = async (as: TestUser, product: string, quantity = 60): Promise<string> => {
    const { body } = await order(as, [{ _id: product, quantity }])
    return (body.approval as { _id: string })._id
  }

  return { addProduct, codeFor, orderOf, business, order, ask }
}
