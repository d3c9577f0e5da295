import { addProducts } from '#catalog/add-products.ts'
import { orderOwner } from '#orders/history/testing-lists.ts'
import type { NewRow } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { accountNumber } from '#shared/account-number.ts'
import { reports } from './contract.ts'
import { countOrders } from './count-orders.ts'

/** A portal whose customers order products by name on given days and read their dashboards. */
export const startDashboard = async () => {
  const portal = await startTestPortal()
  const { db } = portal

  const addProduct = async (name: string, facts = {}) => {
    const [added] = await addProducts(db, [
      {
        name,
        price: 10,
        count_in_stock: 50,
        is_published: true,
        is_item_number: true,
        ndc_number: `N-${name}`,
        ...facts,
      },
    ])
    return added?._id ?? ''
  }

  const order = async (
    user: TestUser,
    products: string[],
    days: number,
    facts: Partial<NewRow<'sales_order'>> = {},
  ) => {
    const id = newId()
    const whose = { user_id: user._id, ...facts, bill_to_party_id: accountNumber(facts.bill_to_party_id ?? '') }
    await db
      .insertInto('sales_order')
      .values({
        id,
        business_id: await orderOwner(db, whose),
        erp_reference: id.slice(-30),
        total_price: 10,
        line_count: products.length,
        created_at: portal.daysAgo(days),
        ...whose,
      })
      .execute()
    await db
      .insertInto('order_line')
      .values(
        products.map((product_id, at) => ({
          order_id: id,
          line_no: at + 1,
          product_id,
          name: names.get(product_id) ?? 'Something',
          slug: 'x',
          quantity: 6,
          price: 10,
        })),
      )
      .execute()
    await countOrders(db, [id], 1)
    return id
  }

  const names = new Map<string, string>()
  const named = async (name: string, facts = {}) => {
    const id = await addProduct(name, facts)
    names.set(id, name)
    return id
  }

  const mine = async (user: TestUser, id = user._id) =>
    (await portal.call(reports.mySummary, { params: { id }, as: user })).body
  return { portal, order, named, mine }
}
