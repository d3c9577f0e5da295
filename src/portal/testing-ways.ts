import assert from 'node:assert/strict'
import { carts, parkedCarts, quickOrder } from '#cart/contract.ts'
import { fulfillment } from '#fulfillment/contract.ts'
import { orderChanges } from '#order-changes/contract.ts'
import { orders } from '#orders/contract.ts'
import { addListedOrder } from '#orders/history/testing-lists.ts'
import { newId } from '#platform/db/new-id.ts'
import { approvals } from '#purchasing/approvals/contract.ts'
import { requesting } from '#purchasing/approvals/testing-requests.ts'
import { orderGuides } from '#reordering/guides/contract.ts'
import type { TestPortal, TestUser } from './testing.ts'

export type Outcome = 'goes on' | 'waits' | 'is refused'

export interface OrderingBusiness {
  buyer: TestUser
  manager: TestUser
  /** The State of its own address. */
  state: string
}

interface Staff {
  admin: TestUser
  rep: TestUser
}

export const walkedQuantity = 60
type NewLine = { _id: string; quantity: number }

/** Ways to order a product; each answers with what happened to the line. */
export const orderingWays = (portal: TestPortal, { admin, rep }: Staff) => {
  const { db, call } = portal
  const { codeFor, orderOf } = requesting(portal)
  const send = (as: TestUser, url: string, payload: object) => portal.send({ method: 'POST', url, payload, as })

  /** Codes are limited to one a minute. */
  const newCode = async (as: TestUser, forUser?: string) => {
    await db.deleteFrom('one_time_code').execute()
    return codeFor(as, forUser)
  }
  const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof send>>): Outcome => {
    if (status === 409 && Array.isArray(body.notSupplied)) return 'is refused'
    assert.equal(status, 201, JSON.stringify(body))
    return (body.order as { handOver: string }).handOver === 'held' ? 'waits' : 'goes on'
  }
  const placeLines = async (as: TestUser, lines: readonly NewLine[], more: object = {}) =>
    send(as, '/api/orders', orderOf([...lines], await newCode(as), more))
  const place = async (as: TestUser, lines: readonly NewLine[], more: object = {}) =>
    outcomeOf(await placeLines(as, lines, more))
  const placeFor = async (as: TestUser, { buyer }: OrderingBusiness, line: NewLine) => {
    const order = orderOf([line], await newCode(as, buyer._id), { forUser: buyer._id })
    return outcomeOf(await send(as, `/api/orders/ByAdmin/${buyer._id}`, order))
  }
  const exportStateOf = async (id: string) =>
    (await db.selectFrom('sales_order').select('erp_state').where('id', '=', id).executeTakeFirstOrThrow()).erp_state

  /** An order of the ERP with one line. */
  const orderInErp = async ({ buyer, state }: OrderingBusiness, productId: string) => {
    await db
      .updateTable('product')
      .set({ ndc_number: `ITEM ${productId}` })
      .where('id', '=', productId)
      .execute()
    const product = await db.selectFrom('product').selectAll().where('id', '=', productId).executeTakeFirstOrThrow()
    const id = await addListedOrder(db, { user_id: buyer._id, placed_by: buyer._id, ship_region: state })
    await db
      .insertInto('order_line')
      .values({
        order_id: id,
        line_no: 1,
        product_id: productId,
        name: product.name,
        slug: product.slug,
        quantity: walkedQuantity,
        price: 10,
      })
      .execute()
    return { id, slug: product.ndc_number }
  }

  const ways: Record<string, (business: OrderingBusiness, line: NewLine) => Promise<Outcome | 'is not let through'>> = {
    order: ({ manager }, line) => place(manager, [line]),
    'order for a customer, by a representative': (business, line) => placeFor(rep, business, line),
    'order for a customer, by an admin': (business, line) => placeFor(admin, business, line),
    'approved request': async ({ buyer, manager }, line) => {
      const asked = await placeLines(buyer, [line])
      if (asked.status !== 202) return outcomeOf(asked)
      const { _id: id } = asked.body.approval as { _id: string }
      const approved = await call(approvals.approve, {
        params: { id },
        body: { lines: [{ ...line, price: 10 }] },
        as: manager,
      })
      assert.equal(approved.status, 200, JSON.stringify(approved.body))
      return (await exportStateOf(approved.body.orderId ?? '')) === 'held' ? 'waits' : 'goes on'
    },
    'cart that was parked': async ({ manager }, line) => {
      await call(carts.change, { body: { lines: [line] }, as: manager })
      assert.equal((await call(parkedCarts.park, { body: { name: 'Later' }, as: manager })).status, 201)
      const [parked] = (await call(parkedCarts.list, { as: manager })).body
      await call(parkedCarts.resume, { params: { id: parked?._id ?? '' }, as: manager })
      const { lines } = (await call(carts.read, { as: manager })).body
      return place(
        manager,
        lines.map(({ _id, quantity }) => ({ _id, quantity })),
      )
    },
    'quick order or order sheet': async ({ manager }, { _id, quantity }) => {
      const { slug } = await db.selectFrom('product').select('slug').where('id', '=', _id).executeTakeFirstOrThrow()
      const { products } = (await call(quickOrder.check, { body: { lines: [{ code: slug, quantity }] }, as: manager }))
        .body
      return place(
        manager,
        products.map((product) => ({ _id: product._id, quantity })),
      )
    },
    'order guide or standing order': async ({ manager }, { _id, quantity }) => {
      const made = await call(orderGuides.make, {
        body: { name: 'Guide', lines: [{ productId: _id, quantity }] },
        as: manager,
      })
      const { lines } = (await call(orderGuides.byId, { params: { id: made.body._id }, as: manager })).body
      return place(
        manager,
        lines.map(({ productId }) => ({ _id: productId, quantity })),
      )
    },
    'order again': async (business, { _id, quantity }) => {
      const { id } = await orderInErp(business, _id)
      const again = (await call(orders.reorder, { params: { id }, query: {}, as: business.buyer })).body
      return place(
        business.manager,
        again.map(() => ({ _id, quantity })),
      )
    },
    'order that is lowered or sent again': async ({ manager }, line) => {
      const placed = await placeLines(manager, [line])
      if (placed.status !== 201) return outcomeOf(placed)
      const { _id: id } = placed.body.order as { _id: string }
      const lowered = await call(orderChanges.request, {
        params: { id },
        body: { lines: [{ line: 1, from: line.quantity, to: line.quantity - 1 }] },
        as: manager,
      })
      assert.equal(lowered.status, 200, lowered.body.message)
      if ((await exportStateOf(id)) !== 'held') return 'goes on'
      assert.equal((await call(orders.sync, { params: { id }, as: admin })).status, 409)
      return (await exportStateOf(id)) === 'held' ? 'waits' : 'goes on'
    },
    'substitute that is accepted': async (business, { _id, quantity }) => {
      const { id: orderId, slug } = await orderInErp(business, _id)
      const id = newId()
      const asked = {
        id,
        order_id: orderId,
        line_no: 1,
        item: '20',
        slug,
        name: 'Substitute',
        quantity,
        reasons: 'another strength',
      }
      await db.insertInto('substitute_answer').values(asked).execute()
      const { status } = await call(fulfillment.answerSubstitute, {
        params: { id },
        body: { answer: 'yes' },
        as: business.buyer,
      })
      return status === 200 ? 'goes on' : 'is not let through'
    },
    // Last, because the registrations of the business move to its new address.
    'order to another ship-to address': async ({ manager, state }, line) => {
      const shipToId = newId()
      await db
        .insertInto('ship_to')
        .values({
          id: shipToId,
          business_id: manager.businessId,
          name: 'Annex',
          address1: '9 Side St',
          city: 'Springfield',
          state,
          zip: '01101',
          country: 'United States',
          needs_license: false,
          erp_address: 'A-9',
          verified_by: admin._id,
          verified_at: new Date(),
        })
        .execute()
      await db
        .updateTable('license')
        .set({ ship_to_id: shipToId, number: 'AB1234563' })
        .where('business_id', '=', manager.businessId)
        .where('kind', '<>', 'state')
        .execute()
      return place(manager, [line], { shipToId })
    },
  }
  return ways
}

/** What changes or prepares order lines, and the way that walks it. */
export const walkedRoutes: Record<string, string> = {
  'POST /api/orders': 'order',
  'POST /api/orders/ByAdmin/:userId': 'order for a customer, by a representative',
  'POST /api/approvals/:id/approve': 'approved request',
  'PUT /api/cart': 'cart that was parked',
  'POST /api/parked-carts': 'cart that was parked',
  'POST /api/parked-carts/:id/resume': 'cart that was parked',
  'POST /api/quick-order/check': 'quick order or order sheet',
  'POST /api/orderguides': 'order guide or standing order',
  'POST /api/orderguides/:id/lines': 'order guide or standing order',
  'PUT /api/orderguides/:id/lines/:productId': 'order guide or standing order',
  'PUT /api/orderguides/:id/schedule': 'order guide or standing order',
  'GET /api/orders/:id/reorder': 'order again',
  'POST /api/orders/:id/changes': 'order that is lowered or sent again',
  'PUT /api/orders/tryToManuallySync/:id': 'order that is lowered or sent again',
  'POST /api/substitutes/:id/answer': 'substitute that is accepted',
}

/** Other calls beside them, and why they let no line through. */
export const harmlessRoutes: Record<string, string> = {
  'POST /api/cart/products': 'reads',
  'DELETE /api/parked-carts/:id': 'removes lines',
  'POST /api/orders/preview': 'reads',
  'POST /api/orders/settle': 'reads',
  'POST /api/orders/sendOTP/:id': 'sends a code',
  'POST /api/orders/passkeyCode/options': 'sends a code',
  'POST /api/orders/passkeyCode/:id': 'sends a code',
  'PUT /api/orders/:id/deliver': 'refuses an order on hold',
  'PUT /api/orders/:id/pay': 'refuses an order on hold',
  'PUT /api/orders/:id/mark-paid': 'refuses an order on hold',
  'POST /api/orders/:id/stripe-payment-intent': 'refuses an order on hold',
  'POST /api/orders/:id/paypal-order': 'refuses an order on hold',
  'DELETE /api/orders/:id': 'cancels the order',
  'POST /api/approvals/preview': 'reads',
  'POST /api/approvals/:id/reject': 'places nothing',
  'POST /api/approvals/:id/withdraw': 'places nothing',
  'PUT /api/orderguides/:id': 'renames',
  'DELETE /api/orderguides/:id': 'removes lines',
  'DELETE /api/orderguides/:id/lines/:productId': 'removes lines',
  'PUT /api/orderguides/:id/schedule/skip': 'moves a day',
  'DELETE /api/orderguides/:id/schedule': 'ends emails',
}

/** First parts of other paths: their records have no lines that a customer orders. */
export const otherRecords: ReadonlySet<string> = new Set(
  `allocations approval-deputy approval-rules approval-steps backorder-rule brand budgets business-groups cost-center-rule
  cost-centers delivery erp imports legal-holds licenses loss-reports monitoring-rules order-methods people price-lists
  products purchase-order-rule recall-notices recalls restrictions return-templates returns reviews ship-to state-schedules
  statistics-reviews suspect-cases trace uploads users views`.split(/\s+/),
)
