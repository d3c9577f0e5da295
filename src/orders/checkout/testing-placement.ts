import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { addProducts, type NewProduct } from '#catalog/add-products.ts'
import type { TestPortal, TestUser } from '#portal/testing.ts'
import { orders } from '../contract.ts'

type NewLine = { _id: string; quantity: number; price?: number }

/** Fixtures for placement tests: products, emailed codes, order bodies and a view of the recorded rows. */
export const placing = (portal: TestPortal) => {
  const addProduct = async (facts: Partial<NewProduct> = {}): Promise<string> => {
    const [added] = await addProducts(portal.db, [
      {
        name: `Product ${randomUUID()}`,
        price: 10,
        count_in_stock: 100,
        is_published: true,
        is_item_number: true,
        dispensing: 'Rx',
        schedule_source: 'label',
        ...facts,
      },
    ])
    return added?._id ?? ''
  }

  const codeFor = async (user: TestUser, forUser = user._id): Promise<string> => {
    const sent = await portal.call(orders.sendOtp, { params: { id: forUser }, as: user })
    assert.equal(sent.status, 200)
    const mail = await portal.db
      .selectFrom('mail')
      .select('subject')
      .where('recipient', '=', user.email)
      .where('subject', 'like', 'Your verification code%')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    return /\d{6}/.exec(mail.subject)?.[0] ?? ''
  }

  const orderOf = (lines: NewLine[], otp: string, more: object = {}) => ({
    orderItems: lines,
    shippingMethod: 'UPS GROUND' as const,
    otp,
    ...more,
  })

  const stockOf = async (id: string): Promise<number> =>
    (await portal.db.selectFrom('product').select('count_in_stock').where('id', '=', id).executeTakeFirstOrThrow())
      .count_in_stock

  const ordersOf = async (user: TestUser): Promise<number> =>
    (await portal.db.selectFrom('sales_order').select('id').where('user_id', '=', user._id).execute()).length

  return { addProduct, codeFor, orderOf, stockOf, ordersOf }
}
