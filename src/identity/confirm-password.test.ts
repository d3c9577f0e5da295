import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { contractPrices } from '#pricing/contract.ts'
import { addProducts } from '#catalog/add-products.ts'
import { imports } from '#imports/contract.ts'
import { payments } from '#billing/payments/contract.ts'
import { productEditing } from '#product-admin/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { accounts } from './contract.ts'
import { users } from '#customers/contract.ts'
import { hashPassword } from './hash-password.ts'

const portal = await startTestPortal()
const password = 'correct horse battery'
const password_hash = await hashPassword(password)
const customer = await portal.addUser({ account_number: '1000001' })
const [product] = await addProducts(portal.db, [
  { name: 'Aspirin', price: 10, is_item_number: true, ndc_number: 'I-1' },
])
const productId = product?._id ?? ''

/** An admin who signed in twenty minutes ago. */
const addAdmin = async (): Promise<TestUser> => {
  const admin = await portal.addUser({ is_admin: true, password_hash })
  await portal.db
    .updateTable('session')
    .set({ confirmed_at: sql<Date>`now() - interval '20 minutes'` })
    .where('user_id', '=', admin._id)
    .execute()
  return admin
}

const version = async () =>
  (await portal.db.selectFrom('product').select('version').where('id', '=', productId).executeTakeFirstOrThrow())
    .version

const edit = (as: TestUser, changes: object) =>
  portal.call(users.update, { params: { id: customer._id }, query: {}, body: changes, as })
const invite = (as: TestUser) =>
  portal.call(users.invite, {
    query: {},
    body: {
      email: `${as._id}@acme.example`,
      name: 'New',
      lastName: 'Rep',
      role: 'salesRep',
      accountID: '',
      companyName: '',
    },
    as,
  })
const setPrice = (as: TestUser, price: number) =>
  portal.call(contractPrices.setCustomerPrice, {
    params: { id: customer._id },
    body: { productId, list: 'general', price },
    as,
  })
const editProduct = async (as: TestUser, changes: object) =>
  portal.call(productEditing.update, { params: { id: productId }, body: { __v: await version(), ...changes }, as })

const guarded: [string, (as: TestUser) => Promise<{ status: number; body: { message?: string } }>][] = [
  ['another’s address', (as) => edit(as, { email: `${as._id}@other.example` })],
  ['a role', (as) => edit(as, { isAdmin: true })],
  ['an account number', (as) => edit(as, { accountID: '1000002' })],
  ['a ship-to address', (as) => edit(as, { shipto_city: 'Elsewhere' })],
  ['a license date', (as) => edit(as, { licenseExpiryDate: '2039-01-01' })],
  ['a deactivation', (as) => edit(as, { isActive: false })],
  ['an order marked as paid', (as) => portal.call(payments.markPaid, { params: { id: productId }, body: {}, as })],
  ['an invitation', invite],
  ['a conversion', (as) => portal.call(users.convertToSalesRep, { params: { id: customer._id }, as })],
  ['a contract price', (as) => setPrice(as, 9)],
  ['the application of an import', (as) => portal.call(imports.apply, { params: { id: productId }, body: {}, as })],
  ['the undoing of an import', (as) => portal.call(imports.undo, { params: { id: productId }, as })],
  ['the end of a session', (as) => portal.call(accounts.endSession, { params: { id: 'a'.repeat(32) }, as })],
  ['the end of all sessions', (as) => portal.call(accounts.endSessions, { as })],
  ['a list price', (as) => editProduct(as, { price: 11 })],
  [
    'the contract prices of a product',
    (as) => editProduct(as, { customPricingList: [{ userId: customer._id, price: 7 }] }),
  ],
  [
    'an import of products',
    (as) =>
      portal.send({
        method: 'POST',
        url: '/api/products/importProducts',
        payload: [{ ndcNumber: 'I-1', price: 5 }],
        as,
      }),
  ],
]

const state = async () => ({
  user: await portal.db.selectFrom('account').selectAll().where('id', '=', customer._id).executeTakeFirstOrThrow(),
  prices: await portal.db.selectFrom('contract_price').select(['price']).execute(),
  product: await portal.db.selectFrom('product').select(['price', 'version']).where('id', '=', productId).execute(),
})

describe('an old sign-in', () => {
  for (const [what, act] of guarded)
    it(`does not allow ${what} without the password again`, async () => {
      const before = await state()
      const { status, body } = await act(await addAdmin())
      assert.deepEqual([status, body], [403, { message: 'Please enter your password again.', passwordNeeded: true }])
      assert.deepEqual(await state(), before)
    })

  it('allows everything else', async () => {
    const admin = await addAdmin()
    assert.equal((await edit(admin, { name: 'Anna' })).status, 200)
    assert.equal((await editProduct(admin, { description: 'Helps.', price: 10, customPricingList: [] })).status, 200)
    const preview = { method: 'POST', url: '/api/products/importProducts?preview=1', payload: [], as: admin } as const
    assert.notEqual((await portal.send(preview)).status, 403)
  })

  it('counts as recent for 15 minutes after the password was given', async () => {
    const admin = await addAdmin()
    assert.equal((await setPrice(admin, 9)).status, 403)
    const wrong = await portal.call(accounts.confirmPassword, { body: { password: 'wrong' }, as: admin })
    assert.deepEqual([wrong.status, wrong.body.message], [400, 'The password is incorrect.'])
    assert.equal((await setPrice(admin, 9)).status, 403)
    assert.equal((await portal.call(accounts.confirmPassword, { body: { password }, as: admin })).status, 200)
    assert.equal((await setPrice(admin, 9)).status, 200)
    assert.equal((await invite(admin)).status, 201)
    const other = await addAdmin()
    assert.equal((await setPrice(other, 9)).status, 403)
  })
})

describe('confirming a password', () => {
  it('has the same limit as guessing a password', async () => {
    const limited = await startTestPortal({ environment: { RATE_LIMITS: '1' } })
    const admin = await limited.addUser({ is_admin: true, password_hash })
    const statuses = []
    for (let at = 0; at < 12; at++)
      statuses.push((await limited.call(accounts.confirmPassword, { body: { password: 'guess' }, as: admin })).status)
    assert.deepEqual(statuses.slice(9), [400, 429, 429])
  })
})
