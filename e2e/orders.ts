import { demoProducts } from '../demo/products.ts'
import { control } from './books.ts'
import { callAs } from './call-as.ts'
import { expect, mailedCode } from './journey.ts'
import type { RunningPortal } from './portal.ts'

/** In stock for every journey, and shipped by ground. */
export const [plainProduct] = demoProducts().filter(
  ({ isPublished, dummyNDC, isNonStocked, coldStatus, countInStock, price }) =>
    isPublished && !dummyNDC && !isNonStocked && !coldStatus && countInStock > 200 && price > 10,
)

/** Places an order through the API and returns its id. */
export const placeOrderByApi = async (
  portal: RunningPortal,
  email: string,
  purchaseOrder: string,
  { code = plainProduct?.ndcNumber ?? '', quantity = 1, paymentMethod = 'By Invoice' } = {},
): Promise<string> => {
  const { _id: buyer, call } = await callAs(portal, email)
  const asked = new Date()
  await call('POST', `/api/orders/sendOTP/${buyer}`, {})
  const otp = await mailedCode(portal, email, asked)
  const { _id } = await call<{ _id: string }>('GET', `/api/products/slug/${code}`)
  const order = { orderItems: [{ _id, quantity }], shippingMethod: 'UPS GROUND', paymentMethod, purchaseOrder, otp }
  return (await call<{ order: { _id: string } }>('POST', '/api/orders', order)).order._id
}

/** An order of a sales rep for a customer, by email, placed through the API; returns its id. */
export const placeForCustomer = async (
  portal: RunningPortal,
  rep: string,
  customer: string,
  { purchaseOrder, quantity }: { purchaseOrder: string; quantity: number },
): Promise<string> => {
  const { _id: forUser } = await callAs(portal, customer)
  const { _id: repId, call } = await callAs(portal, rep)
  const asked = new Date()
  await call('POST', `/api/orders/sendOTP/${forUser}`, {})
  const otp = await mailedCode(portal, rep, asked)
  const { _id } = await call<{ _id: string }>('GET', `/api/products/slug/${plainProduct?.ndcNumber}`)
  const orderItems = [{ _id, quantity }]
  const order = { orderItems, shippingMethod: 'UPS GROUND', paymentMethod: 'By Invoice', purchaseOrder, otp }
  return (await call<{ order: { _id: string } }>('POST', `/api/orders/ByAdmin/${repId}`, { order, forUser })).order._id
}

/** Resolves when the ERP has assigned the order its number. */
export const awaitNumber = async (portal: RunningPortal, email: string, id: string): Promise<void> => {
  const { call } = await callAs(portal, email)
  const numberOf = async () => (await call<{ orderIdSap: string | null }>('GET', `/api/orders/${id}`)).orderIdSap
  await expect.poll(numberOf).toMatch(/^\d+$/)
}

/** PO numbers in the ERP with this prefix, in the order in which the ERP numbered them. */
export const purchaseOrdersInErp = async (portal: RunningPortal, beginning: string): Promise<string[]> => {
  const all = await control<{ id: string; purchaseOrder: string }[]>(portal, 'GET', '/orders')
  return all
    .filter(({ purchaseOrder }) => purchaseOrder.startsWith(beginning))
    .toSorted((one, other) => Number(one.id) - Number(other.id))
    .map(({ purchaseOrder }) => purchaseOrder)
}
