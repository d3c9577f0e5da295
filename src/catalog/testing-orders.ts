import assert from 'node:assert/strict'
import { orders } from '#orders/contract.ts'
import type { TestPortal, TestUser } from '#portal/testing.ts'

/** Places an order as a buyer, including the verification code. Returns the HTTP status. */
export const buy = async (
  portal: TestPortal,
  as: TestUser,
  lines: { _id: string; quantity: number }[],
): Promise<number> => {
  await portal.call(orders.sendOtp, { params: { id: as._id }, as })
  const { subject } = await portal.db
    .selectFrom('mail')
    .select('subject')
    .where('recipient', '=', as.email)
    .where('subject', 'like', 'Your verification code%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const body = { orderItems: lines, shippingMethod: 'UPS GROUND' as const, otp: /\d{6}/.exec(subject)?.[0] ?? '' }
  return (await portal.call(orders.place, { body, as })).status
}

/** Asserts that the stock movements of every product add up to its stock count. */
export const assertLedgerSums = async ({ db }: TestPortal): Promise<void> => {
  const off = await db
    .selectFrom('product')
    .leftJoin('stock_movement', 'stock_movement.product_id', 'product.id')
    .select(['product.id', 'name', 'count_in_stock'])
    .groupBy('product.id')
    .having(({ fn, eb }) => eb(fn.coalesce(fn.sum<number>('quantity'), eb.lit(0)), '<>', eb.ref('count_in_stock')))
    .execute()
  assert.deepEqual(off, [])
}
