import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { payments } from './contract.ts'
import { newId } from '#platform/db/new-id.ts'

const portal = await startTestPortal()
const buyer = await portal.addUser()

describe('a portal without payment providers', () => {
  it('offers, starts and accepts no payment', async () => {
    const id = newId()
    await portal.db
      .insertInto('sales_order')
      .values({
        id,
        business_id: buyer.businessId,
        user_id: buyer._id,
        payment_method: 'PayPal',
        total_price: 10,
        erp_reference: 'T1',
      })
      .execute()
    const asked = { params: { id }, as: buyer }
    assert.deepEqual((await portal.call(payments.ofOrder, asked)).body.offered, [])
    assert.equal((await portal.call(payments.startStripe, asked)).status, 409)
    assert.equal((await portal.call(payments.startPayPal, asked)).status, 409)
    assert.equal((await portal.call(payments.pay, { ...asked, body: { id: 'pi_invented' } })).status, 409)
    for (const provider of ['stripe', 'paypal'])
      assert.equal((await portal.send({ method: 'POST', url: `/api/webhooks/${provider}`, payload: {} })).status, 404)
    for (const key of [payments.stripeKey, payments.payPalKey]) {
      const { status, raw } = await portal.call(key, { as: buyer })
      assert.deepEqual([status, raw.body], [200, ''])
    }
  })
})
