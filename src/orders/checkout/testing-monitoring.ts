import { randomUUID } from 'node:crypto'
import type { NewProduct } from '#catalog/add-products.ts'
import type { Rule } from '#compliance/monitoring/rule-shapes.ts'
import { newId } from '#platform/db/new-id.ts'
import type { NewRow, Row } from '#platform/db/tables.ts'
import type { TestPortal, TestUser } from '#portal/testing.ts'
import { addListedOrder } from '../history/testing-lists.ts'
import { orders } from '../contract.ts'
import { placing } from './testing-placement.ts'

/** Fixtures of order monitoring: controlled products, a customer’s history from any channel, and a signed version. */
export const monitoringFixtures = (portal: TestPortal, admin: TestUser) => {
  const { db, call } = portal
  const { addProduct, codeFor, orderOf } = placing(portal)

  const addControlled = (drug_family: string, base_units: number | null = 100, facts: Partial<NewProduct> = {}) =>
    addProduct({
      dea_schedule: 'CIV',
      is_narcotic: false,
      drug_family,
      base_units,
      count_in_stock: 9_999,
      price: 1,
      ...facts,
    })

  const sign = async (rules: readonly Rule[], holdsWholeOrder = false): Promise<void> => {
    await db
      .updateTable('monitoring_rule_set')
      .set({ status: 'replaced', replaced_at: new Date() })
      .where('status', '=', 'active')
      .execute()
    const { number } = await db
      .selectFrom('monitoring_rule_set')
      .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('number'))
      .executeTakeFirstOrThrow()
    await db
      .insertInto('monitoring_rule_set')
      .values({
        id: newId(),
        number: number + 1,
        status: 'active',
        rules: JSON.stringify(rules),
        holds_whole_order: holdsWholeOrder,
        statement: 'Test',
        signed_by: admin._id,
        signed_at: new Date(),
      })
      .execute()
  }

  /** An order of the past as the ERP sent it: its lines have no schedule of their own. */
  const addPast = async (
    user: TestUser,
    productId: string,
    quantity: number,
    facts: Partial<NewRow<'sales_order'>> & { daysAgo?: number } = {},
  ): Promise<string> => {
    const { daysAgo = 40, ...more } = facts
    const id = await addListedOrder(db, {
      user_id: user._id,
      erp_created: true,
      erp_status: '3',
      created_at: new Date(Date.now() - daysAgo * 86_400_000),
      ...more,
    })
    await db
      .insertInto('order_line')
      .values({ order_id: id, line_no: 1, product_id: productId, name: 'Typed', slug: 'typed', quantity, price: 1 })
      .execute()
    return id
  }

  const addYear = async (user: TestUser, productId: string, quantity: number): Promise<void> => {
    for (let month = 1; month <= 12; month++) await addPast(user, productId, quantity, { daysAgo: 30 * month + 10 })
  }

  /** A customer of five years who buys mostly other things. */
  const addCustomer = async (facts: Parameters<TestPortal['addUser']>[0] = {}): Promise<TestUser> => {
    const user = await portal.addUser(facts)
    await db
      .updateTable('business')
      .set({ created_at: new Date(Date.now() - 5 * 365 * 86_400_000) })
      .where('id', '=', user.businessId)
      .execute()
    const created_at = new Date(Date.now() - 5 * 86_400_000)
    await addListedOrder(db, { user_id: user._id, total_price: 100_000, created_at })
    return user
  }

  const place = async (as: TestUser, lines: Record<string, number>, more: object = {}) => {
    await db.deleteFrom('one_time_code').where('user_id', '=', as._id).execute()
    const body = orderOf(
      Object.entries(lines).map(([_id, quantity]) => ({ _id, quantity })),
      await codeFor(as),
      more,
    )
    return call(orders.place, { body, as, headers: { 'idempotency-key': randomUUID() } })
  }

  const ledgerOf = (orderId: string): Promise<Pick<Row<'controlled_line'>, 'drug_family' | 'units' | 'state'>[]> =>
    db
      .selectFrom('controlled_line')
      .select(['drug_family', 'units', 'state'])
      .where('order_id', '=', orderId)
      .orderBy('line_no')
      .execute()

  const reviewOf = (orderId: string) =>
    db.selectFrom('order_review').selectAll().where('order_id', '=', orderId).executeTakeFirst()

  const flagsOf = async (orderId: string): Promise<string[]> => {
    const rows = await db
      .selectFrom('review_flag')
      .select(['rule', 'drug_family', 'review_id'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute()
    return rows.map(({ rule, drug_family, review_id }) => `${review_id ? 'hold' : 'log'} ${rule} ${drug_family}`.trim())
  }

  return { addProduct, addControlled, sign, addPast, addYear, addCustomer, place, ledgerOf, reviewOf, flagsOf }
}
