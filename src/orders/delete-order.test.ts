import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { addProducts } from '#catalog/add-products.ts'
import { queueExport } from './queue-export.ts'
import type { NewRow } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { ErpExportState } from './column-types.ts'
import { startTestPortal } from '#portal/testing.ts'
import { orders } from './contract.ts'
import { addListedOrder } from './history/testing-lists.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true })
const secondAdmin = await portal.addUser({ is_admin: true })
const buyer = await portal.addUser()

const addProduct = async (facts: { count_in_stock: number; is_non_stocked?: boolean }): Promise<string> => {
  const [added] = await addProducts(db, [
    { name: `Product ${randomUUID()}`, price: 10, is_published: true, is_item_number: true, ...facts },
  ])
  return added?._id ?? ''
}

/** An order of 3 units of each product, in the given export state. */
const orderOf = async (products: string[], state: ErpExportState, facts: Partial<NewRow<'sales_order'>> = {}) => {
  const id = await addListedOrder(db, {
    business_id: buyer.businessId,
    user_id: buyer._id,
    placed_by: buyer._id,
    erp_state: state,
    line_count: products.length,
    ...facts,
  })
  await db
    .insertInto('order_line')
    .values(
      products.map((product, at) => ({
        order_id: id,
        line_no: at + 1,
        product_id: product,
        name: 'Product',
        slug: 'x',
        quantity: 3,
        price: 10,
        is_non_stocked: at === 1,
      })),
    )
    .execute()
  await db
    .insertInto('stock_movement')
    .values(
      products.flatMap((product, at) =>
        at === 1 ? [] : [{ id: newId(), product_id: product, quantity: -3, reason: 'order' as const, order_id: id }],
      ),
    )
    .execute()
  return id
}

const stockOf = async (id: string) =>
  (await db.selectFrom('product').select('count_in_stock').where('id', '=', id).executeTakeFirstOrThrow())
    .count_in_stock

const remove = (id: string, as = admin, reason = 'Ordered twice') =>
  portal.call(orders.remove, { params: { id }, query: { reason }, as })

describe('deleting an order', () => {
  it('is refused while it is paid or being paid', async () => {
    const product = await addProduct({ count_in_stock: 7 })
    const paying = await orderOf([product], 'waiting')
    await db
      .insertInto('payment')
      .values({ id: randomUUID(), order_id: paying, provider: 'stripe', cents: 3_000, state: 'taking' })
      .execute()
    const paid = await orderOf([product], 'waiting', { is_paid: true })
    assert.deepEqual([(await remove(paying)).status, (await remove(paid)).status], [409, 409])
    assert.equal(await stockOf(product), 7)
  })

  it('returns the stock and records the reason, once', async () => {
    const stocked = await addProduct({ count_in_stock: 7 })
    const special = await addProduct({ count_in_stock: 0, is_non_stocked: true })
    const id = await orderOf([stocked, special], 'waiting')
    const { status, body } = await remove(id)
    assert.deepEqual([status, body.message], [200, 'Order deleted successfully'])
    assert.deepEqual([await stockOf(stocked), await stockOf(special)], [10, 0])

    const order = await db.selectFrom('sales_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    assert.ok(order.deleted_at)
    assert.deepEqual([order.deleted_by, order.delete_reason], [admin._id, 'Ordered twice'])
    const movements = await db
      .selectFrom('stock_movement')
      .selectAll()
      .where('order_id', '=', id)
      .where('quantity', '>', 0)
      .execute()
    assert.deepEqual(
      movements.map(({ product_id, quantity, reason }) => [product_id, quantity, reason]),
      [[stocked, 3, 'order deleted']],
    )
    const audit = await db.selectFrom('audit_entry').selectAll().where('entity_id', '=', id).executeTakeFirstOrThrow()
    assert.deepEqual(
      [audit.action, audit.actor_id, audit.after],
      ['order deleted', admin._id, { reason: 'Ordered twice' }],
    )

    const again = await remove(id)
    assert.equal(again.status, 404)
    assert.equal(await stockOf(stocked), 10)
  })

  it('keeps it in the history as canceled, with the reason, and notifies the customer and the rep', async () => {
    const rep = await portal.addUser({ is_sales_rep: true })
    const id = await orderOf([await addProduct({ count_in_stock: 1 })], 'waiting', {
      placed_by: rep._id,
      purchase_order: 'PO-77',
    })
    await remove(id, admin, 'Recalled')
    const { status, body } = await portal.call(orders.byId, { params: { id }, as: buyer })
    assert.equal(status, 200)
    assert.equal(body.isCancelled, true)
    assert.deepEqual([body.canceled?.reason, body.canceled?.by], ['Recalled', 'Test Buyer'])
    assert.ok(body.canceled?.at)

    const history = async (filter: object) =>
      (
        await portal.call(orders.mine, {
          params: { id: buyer._id },
          query: { query: JSON.stringify(filter) },
          as: buyer,
        })
      ).body
    const [row] = await history({ purchaseOrder: 'PO-77' })
    assert.deepEqual([row?._id, row?.canceled], [id, body.canceled])
    // A cancellation takes precedence over the ERP status.
    assert.equal((await history({ purchaseOrder: 'PO-77', orderStatusSap: 'canceled' })).length, 1)
    assert.equal((await history({ purchaseOrder: 'PO-77', orderStatusSap: '4' })).length, 0)
    assert.equal((await history({ purchaseOrder: 'PO-77', stage: 'open' })).length, 0)
    const { body: overview } = await portal.call(orders.all, {
      params: { id: 'all' },
      query: { query: JSON.stringify({ purchaseOrder: 'PO-77' }) },
      as: admin,
    })
    assert.equal(overview[0]?.canceled?.reason, 'Recalled')
    const file = await portal.send({
      method: 'GET',
      url: `/api/orders/mineSAPLocal/${buyer._id}/csv?query=${encodeURIComponent('{"purchaseOrder":"PO-77"}')}`,
      as: buyer,
    })
    assert.match(file.raw.body, /Canceled/)

    const { body: steps } = await portal.call(orders.timeline, { params: { id }, as: buyer })
    assert.deepEqual([steps.at(-1)?.what, steps.at(-1)?.detail], ['canceled', 'by Test Buyer: Recalled'])
    const { body: again } = await portal.call(orders.reorder, { params: { id }, query: {}, as: buyer })
    assert.equal(again.length, 1)
    const mails = await db.selectFrom('mail').selectAll().where('subject', 'like', '%PO-77%').execute()
    assert.deepEqual(mails.map(({ recipient }) => recipient).toSorted(), [buyer.email, rep.email].toSorted())
    assert.match(mails.find(({ recipient }) => recipient === buyer.email)?.body ?? '', /canceled[\s\S]*Recalled/)
  })

  it('works without a reason', async () => {
    const id = await orderOf([await addProduct({ count_in_stock: 1 })], 'held')
    const { status } = await portal.send({ method: 'DELETE', url: `/api/orders/${id}`, as: admin })
    assert.equal(status, 200)
  })

  it('is refused with an external id and in every state in which the ERP may have the order', async () => {
    const product = await addProduct({ count_in_stock: 5 })
    const cases: [ErpExportState, string | null, number][] = [
      ['linked', '510020', 409],
      ['rejected', '510021', 409],
      ['sending', null, 409],
      ['unknown', null, 409],
      ['conflict', null, 409],
      ['waiting', null, 200],
      ['held', null, 200],
      ['rejected', null, 200],
    ]
    for (const [state, erpId, expected] of cases) {
      const id = await orderOf([product], state, { erp_id: erpId })
      const { status, body } = await remove(id)
      assert.equal(status, expected, `${state} ${erpId}`)
      if (expected === 409) assert.match(body.message, /ERP/)
    }
    assert.equal(await stockOf(product), 5 + 3 * 3)
  })

  it('is for admins', async () => {
    const id = await orderOf([await addProduct({ count_in_stock: 1 })], 'waiting')
    assert.equal((await remove(id, buyer)).status, 403)
    assert.equal((await remove(randomUUID())).status, 404)
  })

  it('by two admins at the same time succeeds once', async () => {
    const product = await addProduct({ count_in_stock: 0 })
    for (let round = 0; round < 10; round++) {
      const id = await orderOf([product], 'waiting')
      const answers = await Promise.all([remove(id), remove(id, secondAdmin), remove(id), remove(id, secondAdmin)])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404, 404])
    }
    assert.equal(await stockOf(product), 30)
  })

  it('and the order export’s claim exclude each other, in either order', async () => {
    const product = await addProduct({ count_in_stock: 0 })
    const outcomes = { deleted: 0, claimed: 0 }
    for (let round = 0; round < 40; round++) {
      const id = await orderOf([product], 'waiting')
      await queueExport(db, id)
      // The order export first claims the order by a conditional update of the same row.
      const claim = () =>
        db
          .updateTable('sales_order')
          .where('id', '=', id)
          .where('erp_attempts', '=', 0)
          .where('erp_state', '=', 'waiting')
          .where('deleted_at', 'is', null)
          .set({ erp_state: 'sending', erp_intent_at: sql<Date>`now()`, erp_attempts: 1 })
          .executeTakeFirst()
      const [{ status }, claimed] = await Promise.all(
        round % 2 === 0
          ? [remove(id), claim()]
          : ([claim(), remove(id)].toReversed() as [ReturnType<typeof remove>, ReturnType<typeof claim>]),
      )
      const isClaimed = claimed.numUpdatedRows === 1n
      assert.equal(status, isClaimed ? 409 : 200)
      outcomes[isClaimed ? 'claimed' : 'deleted']++
    }
    assert.equal(await stockOf(product), outcomes.deleted * 3)
  })
})
