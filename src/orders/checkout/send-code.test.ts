import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factors } from '#identity/factors/contract.ts'
import { makeDevice } from '#identity/factors/testing-passkey.ts'
import { startTestPortal } from '#portal/testing.ts'
import { orders } from '../contract.ts'
import { placing } from './testing-placement.ts'

const origin = 'http://localhost:3000'
const portal = await startTestPortal({ environment: { PUBLIC_URL: origin, ORDER_PASSKEY: '1' } })
const { call } = portal
const { addProduct, orderOf } = placing(portal)

const addBuyer = async () => {
  const buyer = await portal.addUser()
  const { body: options } = await call(factors.newPasskeyOptions, { as: buyer })
  const device = makeDevice(origin)
  await call(factors.addPasskey, { body: { name: 'Phone', passkey: device.register(options) }, as: buyer })
  return { buyer, device }
}

describe('a passkey instead of the emailed code', () => {
  it('confirms one order without an email', async () => {
    const { buyer, device } = await addBuyer()
    const { body: mine } = await call(factors.mine, { as: buyer })
    assert.equal(mine.confirmsOrders, true)
    const product = await addProduct({ price: 10 })
    const { body: options } = await call(orders.passkeyOptions, { as: buyer })
    const passkey = device.sign(options)
    const { status, body } = await call(orders.passkeyCode, { params: { id: buyer._id }, body: { passkey }, as: buyer })
    assert.equal(status, 200)
    const place = () => call(orders.place, { body: orderOf([{ _id: product, quantity: 1 }], body.otp), as: buyer })
    assert.equal((await place()).status, 201)
    assert.equal((await place()).status, 400)
    const again = await call(orders.passkeyCode, { params: { id: buyer._id }, body: { passkey }, as: buyer })
    assert.equal(again.status, 400)
    const mails = await portal.db.selectFrom('mail').select('subject').where('recipient', '=', buyer.email).execute()
    assert.ok(!mails.some(({ subject }) => subject.startsWith('Your verification code')))
  })

  it('cannot be a sign-in response or another user’s passkey', async () => {
    const [one, other] = [await addBuyer(), await addBuyer()]
    const ask = (passkey: ReturnType<typeof one.device.sign>) =>
      call(orders.passkeyCode, { params: { id: one.buyer._id }, body: { passkey }, as: one.buyer })
    const { body: confirming } = await call(factors.confirmOptions, { as: one.buyer })
    assert.equal((await ask(one.device.sign(confirming))).status, 400)
    const { body: options } = await call(orders.passkeyOptions, { as: one.buyer })
    assert.equal((await ask(other.device.sign(options))).status, 400)
  })

  it('does not allow orders for other customers', async () => {
    const { buyer, device } = await addBuyer()
    const other = await portal.addUser()
    const { body: options } = await call(orders.passkeyOptions, { as: buyer })
    const body = { passkey: device.sign(options) }
    assert.ok((await call(orders.passkeyCode, { params: { id: other._id }, body, as: buyer })).status >= 400)
    const codes = await portal.db
      .selectFrom('one_time_code')
      .select('user_id')
      .where('user_id', '=', buyer._id)
      .execute()
    assert.deepEqual(codes, [])
  })

  it('is refused if the operator does not allow it', async () => {
    const strict = await startTestPortal({ environment: { PUBLIC_URL: origin } })
    const buyer = await strict.addUser()
    const { status, body } = await strict.call(orders.passkeyOptions, { as: buyer })
    assert.deepEqual([status, body.message], [409, 'Orders are confirmed with the code that we email.'])
  })
})

describe('requesting emailed codes', () => {
  it('is rate-limited by customer and by caller, with the time to wait', async () => {
    const limited = await startTestPortal({ environment: { RATE_LIMITS: '1' } })
    const rep = await limited.addUser({ is_sales_rep: true })
    const ask = async (id: string) => {
      // Simulates a minute passing since the last code.
      await limited.db.deleteFrom('attempt').where('key', 'like', 'code-again:%').execute()
      const { status, body } = await limited.call(orders.sendOtp, { params: { id }, as: rep })
      return { status, message: body.message }
    }
    const customers = await Promise.all(Array.from({ length: 7 }, () => limited.addUser()))
    for (const [at, { _id }] of customers.entries())
      for (let time = 0; time < 5; time++) assert.equal((await ask(_id)).status, at < 6 ? 200 : 429)
    const { status, message } = await ask(customers[0]?._id ?? '')
    assert.equal(status, 429)
    assert.match(message ?? '', /Request another in \d\d minutes\.$/)
  })
})
